"use strict";
(() => {
  const all = (within, selector) => [...within.querySelectorAll(selector)];

  // Filters of the index: by verdict, and by name.
  const filters = document.querySelector(".filters");
  if (filters) {
    filters.hidden = false;
    let shown = "", name = "";
    const apply = () => {
      for (const row of all(document, ".index tbody tr")) {
        const part = document.getElementById("case" + row.dataset.case);
        const fits = shown === "" || part.dataset.word === shown
          || (shown === "interesting" && part.dataset.interesting === "true");
        const visible = fits && row.textContent.toLowerCase().includes(name);
        row.hidden = part.hidden = !visible;
      }
    };
    for (const button of all(filters, "button")) {
      button.addEventListener("click", () => {
        shown = button.dataset.show;
        all(filters, "button").forEach((b) => b.setAttribute("aria-pressed", String(b === button)));
        apply();
      });
    }
    filters.querySelector("input").addEventListener("input", (event) => {
      name = event.target.value.toLowerCase();
      apply();
    });
  }

  // A link in the index opens what it leads to.
  const open = () => {
    const part = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (let at = part; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") at.open = true;
    }
  };
  addEventListener("hashchange", open);
  open();

  for (const button of all(document, ".copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const code = button.parentElement.querySelector("code");
      const range = document.createRange();
      range.selectNodeContents(code);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "copied";
      } catch {
        button.textContent = "selected";
      }
    });
  }

  // A dashed line from a write to the read that misses it, and between the accesses of a race.
  const SVG = "http://www.w3.org/2000/svg";
  const draw = () => {
    for (const timeline of all(document, ".timeline")) {
      all(timeline, "svg").forEach((old) => old.remove());
      if (timeline.offsetParent === null) continue;
      const svg = document.createElementNS(SVG, "svg");
      const origin = timeline.getBoundingClientRect();
      const at = (row) => {
        const box = row.querySelector("td span").getBoundingClientRect();
        return {
          left: box.left - origin.left + timeline.scrollLeft,
          right: box.right - origin.left + timeline.scrollLeft,
          y: box.top + box.height / 2 - origin.top,
        };
      };
      for (const row of all(timeline, "tr[data-about]")) {
        const step = Number(row.dataset.about);
        const other = all(timeline, "tr[data-from]")
          .find((r) => Number(r.dataset.from) <= step && step <= Number(r.dataset.to));
        if (!other || other === row) continue;
        other.classList.add("missed");
        const from = at(other), to = at(row), path = document.createElementNS(SVG, "path");
        if (from.right < to.left) {
          path.setAttribute("d", `M${from.right + 4},${from.y} L${to.left - 4},${to.y}`);
        } else if (to.right < from.left) {
          path.setAttribute("d", `M${from.left - 4},${from.y} L${to.right + 4},${to.y}`);
        } else {
          const out = Math.max(from.right, to.right) + 24;
          path.setAttribute("d", `M${from.right + 4},${from.y} C${out},${from.y} ${out},${to.y} ${to.right + 4},${to.y}`);
        }
        svg.append(path);
      }
      svg.setAttribute("width", timeline.scrollWidth);
      svg.setAttribute("height", timeline.scrollHeight);
      timeline.append(svg);
    }
  };
  draw();
  addEventListener("resize", draw);
  document.addEventListener("toggle", draw, true);
})();
