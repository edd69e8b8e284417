// The theme's boxes that scroll can be focused, also where they have no link.
addEventListener('load', () => document.querySelectorAll('.md-typeset__scrollwrap, .md-search__scrollwrap').forEach(box => { box.tabIndex = 0; }));
