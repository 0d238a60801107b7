/* The rules site's own script: previews of links, the card browser, buttons that copy a link.
   Pages read fully without it. It works from a folder (file://) and asks no server for anything;
   words from the content are only ever set as text, never as markup. */
(() => {
  "use strict";

  const root = new URL("../../", document.currentScript.src);
  const documentReady = new Promise((done) =>
    document.readyState === "loading"
      ? document.addEventListener("DOMContentLoaded", done, { once: true })
      : done()
  );

  function make(tag, className, text) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  /* --- previews ------------------------------------------------------------------------------ */

  const PREVIEWED = "a.fp-card, a.fp-terrain, a.fp-counter, a.fp-rule, a.fp-term, a.fp-ruling, a.fp-discrepancy, a.fp-tile, a.fp-option, a.fp-army, a.fp-sector, a.fp-unit, a.fp-state, a.fp-support, a.fp-deck, a.fp-sequence, a.fp-operation, a.fp-festung, a.fp-map";
  const loading = new Map();

  /** The previews of one game: a script of data, fetched once, since file:// allows no other way. */
  function previewsOf(game) {
    if (!loading.has(game)) {
      loading.set(
        game,
        new Promise((done) => {
          const script = document.createElement("script");
          script.src = new URL(`assets/previews/${game}.js`, root);
          script.onload = () => done((window.fieldpressPreviews || {})[game] || {});
          script.onerror = () => done({});
          document.head.append(script);
        })
      );
    }
    return loading.get(game);
  }

  /** What a link's target says of itself, undefined where there is nothing to preview. */
  async function previewOf(link) {
    const target = new URL(link.href);
    if (!target.href.startsWith(root.href)) return undefined;
    const path = target.href.slice(root.href.length);
    const game = path.split("/")[0];
    const all = await previewsOf(game);
    const place = path.slice(game.length + 1);
    return all[place] || all[place.split("#")[0]];
  }

  function setUpPreviews() {
    const tip = make("div", "fp-preview");
    tip.id = "fp-preview";
    tip.setAttribute("role", "tooltip");
    const popover = "popover" in tip;
    if (popover) tip.popover = "manual";
    else tip.hidden = true;
    document.body.append(tip);

    let shownFor = null;
    let wanted = null;
    let timer = 0;
    let byTouch = false;

    function hide() {
      clearTimeout(timer);
      wanted = null;
      if (!shownFor) return;
      shownFor.removeAttribute("aria-describedby");
      shownFor = null;
      if (popover) tip.hidePopover();
      else tip.hidden = true;
    }

    function place(link) {
      const at = link.getClientRects()[0] || link.getBoundingClientRect();
      const room = 8;
      const left = Math.min(at.left, document.documentElement.clientWidth - tip.offsetWidth - room);
      const below = at.bottom + 4;
      const fits = below + tip.offsetHeight < window.innerHeight;
      tip.style.left = `${Math.max(room, left)}px`;
      tip.style.top = `${fits ? below : Math.max(room, at.top - tip.offsetHeight - 4)}px`;
    }

    async function show(link, touch) {
      wanted = link;
      const about = await previewOf(link);
      if (wanted !== link || !about) return;
      hide();
      tip.replaceChildren(
        make("div", "fp-preview__kind", about.k),
        make("div", "fp-preview__title", about.t),
        make("div", "fp-preview__text", about.s || "")
      );
      if (touch) {
        const open = make("a", "fp-preview__open", "Open the page");
        open.href = link.href;
        tip.append(open);
      }
      shownFor = link;
      link.setAttribute("aria-describedby", tip.id);
      if (popover) tip.showPopover();
      else tip.hidden = false;
      place(link);
    }

    const linkAt = (event) =>
      event.target instanceof Element
        ? event.target.closest(".md-content")
          ? event.target.closest(PREVIEWED)
          : null
        : null;
    const onTip = (event) => event.target instanceof Node && tip.contains(event.target);

    document.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch") return;
      if (onTip(event)) return clearTimeout(timer);
      const link = linkAt(event);
      if (link && link !== shownFor) {
        clearTimeout(timer);
        timer = setTimeout(() => show(link, false), 200);
      } else if (link) {
        clearTimeout(timer);
      }
    });
    document.addEventListener("pointerout", (event) => {
      if (event.pointerType === "touch") return;
      if (!linkAt(event) && !onTip(event)) return;
      clearTimeout(timer);
      wanted = null;
      timer = setTimeout(hide, 250); // time to move onto the preview
    });
    document.addEventListener("pointerdown", (event) => {
      byTouch = event.pointerType === "touch";
      if (!onTip(event) && linkAt(event) !== shownFor) hide();
    });
    // A first tap shows the preview, a second one (or its own link) follows the link.
    document.addEventListener("click", (event) => {
      const link = linkAt(event);
      if (!link || !byTouch || link === shownFor || event.defaultPrevented) return;
      const known = loading.get(new URL(link.href).href.slice(root.href.length).split("/")[0]);
      if (link.dataset.fpPlain) return;
      event.preventDefault();
      Promise.resolve(known)
        .then(() => previewOf(link))
        .then((about) => {
          if (about) return show(link, true);
          link.dataset.fpPlain = "yes";
          link.click();
        });
    });
    document.addEventListener("focusin", (event) => {
      const link = linkAt(event);
      if (byTouch) return;
      if (link) show(link, false);
      else if (!onTip(event)) hide();
    });
    document.addEventListener("focusout", (event) => {
      if (!byTouch && linkAt(event) === shownFor) hide();
    });
    document.addEventListener("keydown", (event) => {
      byTouch = false;
      if (event.key === "Escape" && (shownFor || wanted)) {
        hide();
        event.stopPropagation();
      }
    }, true);
    window.addEventListener("scroll", () => shownFor && place(shownFor), { passive: true });
  }

  /* --- copy a link --------------------------------------------------------------------------- */

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Pages from a folder may not use the clipboard interface; the old way still works there.
      const area = make("textarea", "fp-visually-hidden");
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  function setUpCopyLinks() {
    const status = make("div", "fp-visually-hidden");
    status.setAttribute("role", "status");
    document.body.append(status);
    for (const anchor of document.querySelectorAll(".md-content .headerlink")) {
      const heading = anchor.parentElement;
      const name = [...heading.childNodes]
        .filter((node) => node !== anchor)
        .map((node) => node.textContent)
        .join("")
        .trim();
      const button = make("button", "fp-copy");
      const said = make("span", "fp-copy__said");
      button.type = "button";
      button.title = "Copy the link";
      button.setAttribute("aria-label", `Copy the link to ${name}`);
      button.append(said);
      button.addEventListener("click", async () => {
        const target = new URL(location.href);
        target.search = "";
        target.hash = anchor.getAttribute("href");
        const done = await copy(target.href);
        said.textContent = done ? "Link copied" : "Not copied";
        status.textContent = said.textContent;
        button.dataset.copied = done ? "yes" : "no";
        button.focus();
        setTimeout(() => {
          said.textContent = "";
          status.textContent = "";
          delete button.dataset.copied;
        }, 2000);
      });
      anchor.after(button);
    }
  }

  /* --- card browser -------------------------------------------------------------------------- */

  const LETTERS = { œ: "oe", æ: "ae", ß: "ss", ø: "o", ł: "l", đ: "d" };

  /** As the pages' own data-find: small letters, no accents. */
  function fold(text) {
    return text
      .toLowerCase()
      .replace(/[œæßøłđ]/g, (letter) => LETTERS[letter])
      .normalize("NFKD")
      .replace(/\p{M}/gu, "");
  }

  function setUpBrowser(browser) {
    const form = browser.querySelector("form");
    const status = form.querySelector("output");
    const entries = [...browser.querySelectorAll(".fp-entry")];
    const boxes = [...form.querySelectorAll("input[type=checkbox]")];
    const find = form.elements.find;

    const values = (entry, field) => (entry.dataset[field] || "").split(" ");
    const chosen = (field) => boxes.filter((box) => box.name === field && box.checked).map((box) => box.value);
    const fields = [...new Set(boxes.map((box) => box.name))];

    function matches(entry, words, without) {
      const known = (entry.dataset.find || "").split(" ");
      return (
        words.every((word) => known.some((one) => one.startsWith(word))) &&
        fields.every((field) => {
          const wanted = field === without ? [] : chosen(field);
          return !wanted.length || wanted.some((value) => values(entry, field).includes(value));
        })
      );
    }

    function update() {
      const words = fold(find.value).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
      let count = 0;
      for (const entry of entries) {
        entry.hidden = !matches(entry, words);
        if (!entry.hidden) count += 1;
      }
      for (const group of browser.querySelectorAll(".fp-browser__group")) {
        group.hidden = !group.querySelector(".fp-entry:not([hidden])");
      }
      for (const box of boxes) {
        const would = entries.filter(
          (entry) => matches(entry, words, box.name) && values(entry, box.name).includes(box.value)
        );
        box.closest("label").querySelector("[data-count]").textContent = String(would.length);
      }
      status.textContent = count === 1 ? "1 card" : `${count} cards`;
      return count;
    }

    /** The choice as the address's fragment, so that it can be shared and reloaded. */
    function remember() {
      const state = new URLSearchParams();
      if (find.value.trim()) state.set("find", find.value.trim());
      for (const field of fields) for (const value of chosen(field)) state.append(field, value);
      const text = state.toString();
      history.replaceState(null, "", text ? `#?${text}` : location.pathname + location.search);
    }

    function recall() {
      if (!location.hash.startsWith("#?")) return;
      const state = new URLSearchParams(location.hash.slice(2));
      find.value = state.get("find") || "";
      for (const box of boxes) box.checked = state.getAll(box.name).includes(box.value);
    }

    recall();
    form.hidden = false;
    update();
    form.addEventListener("input", () => {
      update();
      remember();
    });
    form.addEventListener("reset", () => setTimeout(() => {
      update();
      remember();
    }));
    form.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("hashchange", () => {
      recall();
      update();
    });
  }

  /* --- start --------------------------------------------------------------------------------- */

  /** Letters and accents typed apart (as some systems do) are joined, as the index has them. */
  function setUpSearchInput() {
    const input = document.querySelector("input.md-search__input");
    const join = () => {
      const joined = input.value.normalize("NFC");
      if (joined !== input.value) input.value = joined;
    };
    for (const kind of ["input", "keyup", "focus"]) input?.addEventListener(kind, join, true);
  }

  /** What the theme leaves unnamed for those who listen to a page. */
  function nameTheParts() {
    document.querySelector(".md-search[role=dialog]")?.setAttribute("aria-label", "Search");
    // A menu under a page that is itself a link takes its name from a label that holds an icon only.
    for (const menu of document.querySelectorAll("nav.md-nav[aria-labelledby]")) {
      const label = document.getElementById(menu.getAttribute("aria-labelledby"));
      const link = menu.parentElement.querySelector(":scope > .md-nav__container > a, :scope > a");
      if (label?.textContent.trim() || !link) continue;
      const outer = menu.parentElement.closest("nav.md-nav")?.getAttribute("aria-label");
      const names = [menu.dataset.mdLevel > 1 && outer, link.textContent.trim()];
      menu.removeAttribute("aria-labelledby");
      menu.setAttribute("aria-label", names.filter(Boolean).join(": "));
    }
  }

  /** The search answers only once its worker has read the index; the theme says so in words. */
  function watchSearch() {
    const meta = document.querySelector(".md-search-result__meta");
    if (!meta) return;
    const first = meta.textContent.trim();
    // The worker may have been quicker than this script: then the first words are already these.
    const config = document.getElementById("__config")?.textContent || "{}";
    const prompt = JSON.parse(config).translations?.["search.result.placeholder"];
    const look = () => {
      const now = meta.textContent.trim();
      if (now === first && now !== prompt) return false;
      document.documentElement.dataset.searchReady = "yes";
      return true;
    };
    if (look()) return;
    const observer = new MutationObserver(() => look() && observer.disconnect());
    observer.observe(meta, { childList: true, characterData: true, subtree: true });
  }

  /** A large button for the search where a page invites to it. */
  function setUpSearchButton(button) {
    const input = document.querySelector("input.md-search__input");
    if (!input) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      document.querySelector("#__search")?.click();
      input.focus();
    });
  }

  documentReady.then(() => {
    setUpPreviews();
    for (const button of document.querySelectorAll("[data-fp-search]")) setUpSearchButton(button);
    setUpCopyLinks();
    for (const browser of document.querySelectorAll("[data-fp-browser]")) setUpBrowser(browser);
    setUpSearchInput();
    nameTheParts();
    watchSearch();
    document.documentElement.dataset.ready = "yes";
  });
})();
