/* A sequence one step at a time. Without this script all steps stand one below the other. It counts
   nothing: which step is which, and how many there are, the page says. */
(() => {
  "use strict";

  function make(tag, className, text) {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
  }

  function setUp(stepper) {
    const words = stepper.dataset;
    const steps = [...stepper.querySelectorAll(".fp-step")];
    const [first] = steps;
    if (!first) return;

    const bar = make("div", "fp-stepper__bar", "");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", document.getElementById(words.fpStepper)?.firstChild?.textContent.trim() || "Steps");
    const back = make("button", "fp-stepper__button", words.fpPrevious);
    const place = make("span", "fp-stepper__place", "");
    place.setAttribute("aria-live", "polite");
    const next = make("button", "fp-stepper__button", words.fpNext);
    const all = make("button", "fp-stepper__button fp-stepper__all", words.fpAll);
    for (const button of [back, next, all]) button.type = "button";
    bar.append(back, place, next, all);
    stepper.prepend(bar);

    let shown = null;

    const single = () => stepper.classList.contains("fp-stepper--single");

    function show(step, move) {
      shown = step;
      for (const one of steps) one.hidden = single() && one !== step;
      place.textContent = step.dataset.fpPlace;
      back.disabled = !step.previousElementSibling;
      next.disabled = !step.nextElementSibling;
      if (move) {
        history.replaceState(null, "", `#${step.id}`);
        step.querySelector(".fp-step__name").focus({ preventScroll: single() });
      }
    }

    function toggle(one) {
      stepper.classList.toggle("fp-stepper--single", one);
      all.textContent = one ? words.fpAll : words.fpOne;
      for (const part of [back, place, next]) part.hidden = !one;
      show(shown || first, false);
    }

    /** The step that the address names, also one that a link on the page leads to. */
    function asked() {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      return target && steps.includes(target) ? target : null;
    }

    back.addEventListener("click", () => show(shown.previousElementSibling || first, true));
    next.addEventListener("click", () => show(shown.nextElementSibling || shown, true));
    all.addEventListener("click", () => toggle(!single()));
    window.addEventListener("hashchange", () => {
      const step = asked();
      if (step) show(step, true);
    });
    shown = asked();
    toggle(true);
  }

  const start = () => {
    for (const stepper of document.querySelectorAll("[data-fp-stepper]")) setUp(stepper);
  };
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", start, { once: true });
  } else {
    start();
  }
})();
