// SPDX-License-Identifier: MIT
const NO_CODE = /\/\/.*|\/\*[^]*?\*\/|"(?:\\[^]|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/g;

// A program's text with blanks for its comments and strings: each line and column stays.
export const withoutComments = (source) => source.replace(NO_CODE, (text) => text.replace(/[^\n]/g, ' '));
