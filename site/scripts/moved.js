/* On a page whose place has moved: follow the link of the anchor that was asked for, at once.
   Without scripts the page shows the links, and leads on where all of it has moved to one page. */
document.addEventListener("DOMContentLoaded", () => {
  const asked = decodeURIComponent(location.hash.slice(1));
  const link = asked && document.getElementById(asked)?.querySelector("a[href]");
  if (link) location.replace(link.href);
});
