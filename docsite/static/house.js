// A browser lets no page of a folder read another: there, results come without excerpts.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

// Whatever is wider than its place can be scrolled by keyboard, too.
function letScroll() {
  for (const each of document.querySelectorAll("pre, table.docutils")) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
  }
}
addEventListener("DOMContentLoaded", letScroll);
addEventListener("resize", letScroll);
