/**
 * The site may lie below a path of its host (docs/decisions/0061), so an address that begins with
 * `/` leads elsewhere: only `src/browser/paths.ts` (of the service worker `worker/paths.ts`) makes addresses of paths. These patterns find
 * what would go past it; `eslint.config.js` forbids them.
 */

const LINK = 'Links of this site: href={resolve(path)} of browser/paths.ts; others have a rel.';
const MADE = 'An address is made by resolve(path) of browser/paths.ts.';

/** Links elsewhere, `<a rel="noreferrer" …>`, may be any. */
const HREF =
  "SvelteStartTag:not(:has(> SvelteAttribute[key.name='rel'])) > SvelteAttribute[key.name='href']";
const FROM_ROOT =
  ':matches(Literal[value=/^\\//], TemplateLiteral:has(> TemplateElement:first-child[value.raw=/^\\//]))';
const REQUESTS = [
  'CallExpression[callee.name=/^(fetch|open)$/]',
  'CallExpression[callee.property.name=/^(openWindow|assign|pushState|replaceState|register)$/]',
  'NewExpression[callee.name=/^(EventSource|WebSocket|Worker|Request)$/]',
];

export const ADDRESSES = [
  { selector: `${HREF} > SvelteLiteral:not([value=/^(#|https:)/])`, message: LINK },
  {
    selector: `${HREF} > SvelteMustacheTag > :not(CallExpression[callee.name=/^(resolve|streamAddress)$/])`,
    message: LINK,
  },
  {
    selector: 'SvelteAttribute[key.name=/^(src|srcset|action)$/] > SvelteLiteral[value=/^\\//]',
    message: 'Pictures are imported: the build knows their addresses.',
  },
  {
    selector: ':matches(Literal[value=/^\\/api\\b/], TemplateElement[value.raw=/^\\/api\\b/])',
    message: 'The address of the API is API of browser/paths.ts.',
  },
  { selector: `:matches(${REQUESTS.join()}) > ${FROM_ROOT}`, message: MADE },
  {
    selector: `AssignmentExpression[left.property.name=/^(href|src)$/] > ${FROM_ROOT}`,
    message: MADE,
  },
  {
    selector: "MemberExpression[object.name='location'][property.name=/^(origin|host|pathname)$/]",
    message: 'Of browser/paths.ts: absolute(address); of the router: route.path.',
  },
];
