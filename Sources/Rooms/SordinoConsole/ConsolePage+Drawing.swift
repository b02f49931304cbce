extension ConsolePage {
    /// The part of the script that draws the timeline.
    static let drawing = #"""

        // The stretch of time that is drawn.
        let duration = 60, first = 0;
        const laneNames = new Map(), mostLanes = 48;
        function stretch() {
          const wanted = Number($("span").value), begin = moments.length ? moments[0].at : now;
          const end = isLive() ? now : wanted ? Math.min(now, moments[chosen].at + wanted / 2) : now;
          first = wanted ? Math.max(begin - 1, end - wanted) : begin - 1;
          duration = Math.max(5, end - first);
        }
        const place = seconds => Math.max(0, Math.min(100, (seconds - first) / duration * 100)).toFixed(3) + "%";
        function tipped(element, text) {
          for (const [name, value] of [["role", "img"], ["tabindex", "-1"], ["aria-label", text], ["data-tip", text]]) element.setAttribute(name, value);
          return element;
        }
        function mark(kind, at, words, text) {
          const element = tipped(make("div", { class: kind, "data-at": at - first, style: "left:" + place(at) }), clock(at) + "  " + text);
          if (kind !== "event") element.append(make("i"));
          element.append(make("span", {}, words));
          return element;
        }
        function row(kind, label, style, ...parts) {
          return make("div", { class: "row " + kind, style }, make("div", { class: "label" }, ...label), make("div", { class: "track" }, ...parts));
        }
        /// The stretches in which something of a program stayed the same.
        function spans(id, word) {
          const result = [];
          moments.forEach((moment, index) => {
            if (moment.scene.missing) return;
            const app = moment.scene.apps.find(app => app.id === id), value = app ? word(app) : "";
            const to = index + 1 < moments.length ? moments[index + 1].at : now, last = result[result.length - 1];
            if (last && last.value === value && last.to === moment.at) last.to = to;
            else result.push({ value, app, from: moment.at, to });
          });
          return result.filter(span => span.value && span.to > first);
        }
        function box(kind, span) {
          const left = Math.max(span.from, first), width = Math.max(0, span.to - left) / duration * 100;
          return make("div", { class: kind, style: "left:" + place(left) + ";width:" + width.toFixed(3) + "%" });
        }

        function lane(id) {
          const states = make("div", { class: "states" }), gain = make("div", { class: "gain" }), marks = make("div", { class: "marks" });
          const name = isolated(laneNames.get(id));
          for (const span of spans(id, app => "there")) states.append(box("there", span));
          for (const span of spans(id, app => app.state === "inactive" ? "" : app.state))
            states.append(tipped(box("state " + span.value, span), name + ": session " + span.value + ", from " + clock(span.from) + " to " + clock(span.to)));
          for (const span of spans(id, app => app.state === "inactive" ? "" : app.heard === "ducked" ? "ducked"
            : app.heard === "silent" || app.heard === "interrupted" ? "silenced" : "")) {
            const why = span.app.why.map(why => why.text).join("; "), words = span.value === "ducked" ? "low" : "silent";
            const text = make("span", { "data-long": words + (why ? ": " + why : ""), "data-short": words }, words);
            const drawn = tipped(box("span " + span.value, span), name + " is " + words + (why ? ": " + why : ""));
            drawn.append(text); gain.append(drawn);
          }
          for (const moment of moments) {
            if (moment.at < first) continue;
            if (moment.act && moment.act.app === id) marks.append(mark("mark did", moment.at, moment.act.words, name + " " + moment.act.sentence));
            for (const told of moment.told)
              if (told.app === id) marks.append(mark("mark told", moment.at, told.words.split(",")[0], name + " is told: " + told.words));
          }
          return row("app", [make("b", {}, make("i", { class: "dot" }), name)], "--hue:" + hue(id) + ";--levels:1", states, gain, marks);
        }

        function draw() {
          stretch();
          laneNames.clear();
          for (const moment of moments) for (const app of moment.scene.apps || []) laneNames.set(app.id, app.label);
          const events = moments.filter(moment => moment.event && moment.at >= first)
            .map(moment => mark("event", moment.at, moment.event, cap(moment.event)));
          const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600], step = steps.find(step => step * 9 > duration) || 7200;
          const ticks = [];
          for (let at = Math.ceil((first + offset) / step) * step - offset; at < first + duration - 66 / trackWidth() * duration; at += step)
            ticks.push(make("span", { class: "tick", style: "left:" + place(at) }, clock(at)));
          const present = [...laneNames.keys()].filter(id => spans(id, app => "there").length), lanes = present.slice(-mostLanes).map(lane);
          if (present.length > mostLanes) lanes.push(row("app", ["and " + counted(present.length - mostLanes, "older program")], "--levels:1"));
          const overlay = make("div", { class: "overlay", "aria-hidden": "true" });
          if (!isLive()) overlay.append(make("div", { class: "head", style: "opacity:1;left:" + place(moments[chosen].at) }));
          stage.replaceChildren(row("events", [make("b", {}, "Device")], "--levels:1", ...events), row("ruler", [], "", ...ticks), ...lanes, overlay);
          for (const track of stage.querySelectorAll(".track")) {
            const stops = [...track.querySelectorAll("[data-tip]")];
            if (stops.length) stops[0].tabIndex = 0;
          }
          arrange();
        }

        const program = id => laneNames.has(id) ? isolated(laneNames.get(id)) : "A program";
        function sentence(moment) {
          if (moment.event) return cap(moment.event);
          if (moment.act) return program(moment.act.app) + " " + moment.act.sentence;
          return moment.told.map(told => program(told.app) + " is told: " + told.words).join("; ");
        }
        function tellMoments() {
          const newest = moments.map((moment, index) => [moment, index]).slice(-80).reverse();
          list($("moments"), newest, ([moment]) => moment.id, ([moment]) => {
            const line = make("li", {}, make("button", { class: "jump" }, clock(moment.at)), make("span", {}, sentence(moment)));
            if (moment.effects.length) line.lastChild.append(make("br"), make("small", {}, cap(moment.effects.join("; "))));
            line.addEventListener("click", () => choose(moments.indexOf(moment)));
            return line;
          }, (line, [, index]) => index === chosen ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current"));
          const scrub = $("scrub");
          scrub.max = moments.length; scrub.value = isLive() ? moments.length : chosen;
          scrub.setAttribute("aria-valuetext", isLive() ? "now" : clock(moments[chosen].at) + ", " + sentence(moments[chosen]));
          $("back").disabled = !moments.length || chosen === 0; $("on").disabled = isLive();
        }

        let isDrawing = false;
        function redraw() {
          if (isDrawing) return;
          isDrawing = true;
          requestAnimationFrame(() => { isDrawing = false; draw(); tellMoments(); });
        }
        /// Shows an earlier moment; -1 or one that is not there is now.
        function choose(index) { chosen = index >= 0 && index < moments.length ? index : -1; show(); redraw(); }

        """#

    /// The part of the script that listens to hands and keys, and begins.
    static let doing = #"""
        $("return").addEventListener("click", () => choose(-1));
        $("scrub").addEventListener("input", event => choose(Number(event.target.value)));
        $("back").addEventListener("click", () => choose(isLive() ? moments.length - 1 : Math.max(0, chosen - 1)));
        $("on").addEventListener("click", () => choose(isLive() ? -1 : chosen + 1));
        $("span").addEventListener("change", redraw);
        stage.addEventListener("click", event => {
          const at = first + (event.clientX - stage.getBoundingClientRect().left - labelWidth()) / trackWidth() * duration;
          if (at >= first) choose(moments.findLastIndex(moment => moment.at <= at + duration / 200));
        });

        let touched = 0, sending = 0;
        $("volume").addEventListener("input", event => {
          touched = Date.now(); say($("volume-words"), event.target.value + " %");
          clearTimeout(sending); sending = setTimeout(() => act("volume", event.target.value / 100), 120);
        });
        $("ringer").addEventListener("click", event => act("ringer", event.currentTarget.getAttribute("aria-checked") === "true" ? "on" : "silent"));
        $("lock").addEventListener("click", event => act("lock", event.currentTarget.getAttribute("aria-checked") === "true" ? "off" : "on"));
        for (const button of document.querySelectorAll("[data-act]")) button.addEventListener("click", () => act(...button.dataset.act.split(" ")));
        $("picker").href = "/picker?token=" + encodeURIComponent(token);
        if ($("log")) $("log").href = "/log?token=" + encodeURIComponent(token);

        // Tips by hand and by keys: one stop of the tabulator a track, arrows within it, escape to take the tip away.
        function tell(owner, x, y) {
          tip.style.opacity = owner ? 1 : 0;
          if (!owner) return;
          tip.textContent = owner.dataset.tip;
          tip.style.left = Math.max(8, Math.min(x, innerWidth - tip.offsetWidth - 8)) + "px";
          tip.style.top = Math.max(8, Math.min(y, innerHeight - tip.offsetHeight - 8)) + "px";
        }
        document.addEventListener("mousemove", event => tell(event.target.closest && event.target.closest("[data-tip]"), event.clientX + 14, event.clientY + 16));
        document.addEventListener("focusin", event => {
          const owner = event.target.closest("[data-tip]"), box = event.target.getBoundingClientRect();
          tell(owner, Math.max(box.left, labelWidth()) + 4, box.bottom + 6);
        });
        document.addEventListener("focusout", () => tell(null));
        stage.addEventListener("keydown", event => {
          if (event.key === "Escape") tell(null);
          const track = event.target.closest(".track"), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!track || !step) return;
          const stops = [...track.querySelectorAll("[data-tip]")].sort((a, b) => a.offsetLeft - b.offsetLeft);
          const next = stops[stops.indexOf(event.target) + step];
          if (!next) return;
          event.preventDefault();
          event.target.tabIndex = -1; next.tabIndex = 0; next.focus();
        });
        addEventListener("resize", redraw);
        scroller.addEventListener("scroll", () => requestAnimationFrame(trim));
        // The drawing moves with the time, unless a person reads in it.
        setInterval(() => {
          if (!document.hidden && isLive() && scene && !scene.missing && !stage.contains(document.activeElement) && !stage.matches(":hover")) redraw();
        }, 1000);
        connect();
        """#
}
