// What scrolls can be focused: the theme's boxes, also where they have no link in them, and blocks of code, also on a phone.
addEventListener('load', () => document.querySelectorAll('.md-typeset__scrollwrap, .md-search__scrollwrap, pre > code').forEach(box => {
  const keep = () => box.hasAttribute('tabindex') || (box.tabIndex = 0);
  keep();
  new MutationObserver(keep).observe(box, { attributeFilter: ['tabindex'] });
}));
