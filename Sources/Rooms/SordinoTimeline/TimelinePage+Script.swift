extension TimelinePage {
    /// The script of the page: tool tips, a hair line, zoom, and playing the sound of a port with a moving head.
    static let script = #"""
        "use strict";
        const $ = id => document.getElementById(id);
        const stage = $("stage"), scroller = $("scroller"), tip = $("tip"), cross = $("cross"), head = $("head");
        const duration = Number(stage.dataset.duration);
        // Nothing in a narrow window, where labels stand above their tracks.
        const labelWidth = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--label"));
        const trackWidth = () => stage.clientWidth - labelWidth();
        const secondAt = event => {
          const box = stage.getBoundingClientRect();
          return (event.clientX - box.left - labelWidth()) / trackWidth() * duration;
        };
        const isOverTrack = event => event.clientX - scroller.getBoundingClientRect().left > labelWidth();

        // Tool tips and the hair line.
        function tell(owner, x, y) {
          tip.style.opacity = owner ? 1 : 0;
          if (!owner) return;
          tip.textContent = owner.dataset.tip;
          tip.style.left = Math.max(8, Math.min(x, innerWidth - tip.offsetWidth - 8)) + "px";
          tip.style.top = Math.max(8, Math.min(y, innerHeight - tip.offsetHeight - 8)) + "px";
        }
        document.addEventListener("mousemove", event => {
          const owner = event.target.closest && event.target.closest("[data-tip]");
          tell(owner, event.clientX + 14, event.clientY + 16);
          const second = secondAt(event);
          const inside = stage.contains(event.target) && isOverTrack(event) && second >= 0 && second <= duration;
          cross.style.opacity = inside ? 1 : 0;
          if (inside) {
            cross.style.left = second / duration * 100 + "%";
            cross.dataset.time = second.toFixed(2) + " s";
          }
        });

        // By keys: one stop of the tabulator a track, arrows within it, escape to take the tip away.
        for (const track of document.querySelectorAll(".track")) {
          const stops = [...track.querySelectorAll("[data-tip]")].sort((a, b) => a.offsetLeft - b.offsetLeft);
          if (!stops.length) continue;
          stops[0].tabIndex = 0;
          track.addEventListener("keydown", event => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], at = stops.indexOf(event.target);
            const next = event.key === "Home" ? 0 : event.key === "End" ? stops.length - 1 : step ? at + step : at;
            if (event.key === "Escape") tell(null);
            if (at < 0 || next === at || !stops[next]) return;
            event.preventDefault();
            stops[at].tabIndex = -1; stops[next].tabIndex = 0; stops[next].focus();
          });
        }
        document.addEventListener("focusin", event => {
          const owner = event.target.closest("[data-tip]"), box = event.target.getBoundingClientRect();
          tell(owner, Math.max(box.left, labelWidth()) + 4, box.bottom + 6);
        });
        document.addEventListener("focusout", () => tell(null));

        """# + placing + #"""
            let isTrimming = false;
            scroller.addEventListener("scroll", () => {
              if (isTrimming) return;
              isTrimming = true; requestAnimationFrame(() => { isTrimming = false; trim(); });
            });
            arrange();
            addEventListener("resize", arrange);
            if (document.fonts) document.fonts.ready.then(arrange);

            // Zooms around the middle of the view.
            $("zoom").addEventListener("input", event => {
              const middle = (scroller.scrollLeft + (scroller.clientWidth - labelWidth()) / 2) / trackWidth();
              document.documentElement.style.setProperty("--zoom", event.target.value);
              arrange();
              scroller.scrollLeft = middle * trackWidth() - (scroller.clientWidth - labelWidth()) / 2;
            });

            // Sound: one byte per frame, µ-law, made into a WAVE file here.
            const decoded = {};
            function wave(port) {
              if (decoded[port]) return decoded[port];
              const source = $("sound" + port), bytes = atob(source.textContent), rate = Number(source.dataset.rate);
              const view = new DataView(new ArrayBuffer(44 + bytes.length * 2));
              const word = (at, text) => [...text].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
              word(0, "RIFF"); view.setUint32(4, 36 + bytes.length * 2, true); word(8, "WAVEfmt ");
              view.setUint32(16, 16, true); view.setUint16(20, 1, true); view.setUint16(22, 1, true);
              view.setUint32(24, rate, true); view.setUint32(28, rate * 2, true);
              view.setUint16(32, 2, true); view.setUint16(34, 16, true);
              word(36, "data"); view.setUint32(40, bytes.length * 2, true);
              for (let i = 0; i < bytes.length; i++) {
                const code = ~bytes.charCodeAt(i) & 255, exponent = code >> 4 & 7;
                const magnitude = ((code & 15) << 3 | 132) << exponent;
                view.setInt16(44 + i * 2, code & 128 ? 132 - magnitude : magnitude - 132, true);
              }
              return decoded[port] = URL.createObjectURL(new Blob([view], { type: "audio/wav" }));
            }
            const audio = new Audio(), play = $("play"), choice = $("port");
            function choose(port) {
              const at = audio.currentTime, going = !audio.paused;
              audio.src = wave(port); audio.currentTime = at; choice.value = port;
              if (going) audio.play();
            }
            function toggle() { if (!audio.src) choose(choice.value); audio.paused ? audio.play() : audio.pause(); }
            function seek(second) {
              if (play && !audio.src) choose(choice.value);
              audio.currentTime = Math.max(0, Math.min(second, duration - 0.05)); show();
            }
            // Shows the sentence for the present position, while playing and when stepping.
            const moments = [...document.querySelectorAll("#story li")].map(line =>
              ({ line, at: Number(line.dataset.at), text: line.lastElementChild.textContent }));
            const now = $("now"), momentAt = second => moments.findLastIndex(moment => moment.at <= second + 0.02);
            let told = 0;
            function tellMoment() {
              const at = momentAt(audio.currentTime);
              // Not read aloud over the sound.
              now.setAttribute("aria-live", audio.paused ? "polite" : "off");
              if (at < 0 || at === told) return;
              if (moments[told]) moments[told].line.removeAttribute("aria-current");
              moments[at].line.setAttribute("aria-current", "step");
              now.textContent = moments[at].text; told = at;
            }
            function step(by) {
              const next = moments[momentAt(audio.currentTime) + by];
              if (next) seek(next.at);
            }
            $("back").addEventListener("click", () => step(-1));
            $("on").addEventListener("click", () => step(1));
            function show() {
              const place = audio.currentTime / duration, left = place * trackWidth() - scroller.scrollLeft;
              head.style.opacity = 1; head.style.left = place * 100 + "%";
              if (left < 0 || left > scroller.clientWidth - labelWidth()) scroller.scrollLeft = place * trackWidth() - 40;
              tellMoment();
              $("clock").textContent = audio.currentTime.toFixed(1) + " s";
              if (!play) return;
              play.textContent = audio.paused ? "▶" : "❚❚";
              play.setAttribute("aria-label", audio.paused ? "Play" : "Pause");
            }
            (function frame() { if (!audio.paused) show(); requestAnimationFrame(frame); })();
            if (play) {
              play.addEventListener("click", toggle);
              choice.addEventListener("change", () => choose(choice.value));
              for (const event of ["play", "pause", "ended"]) audio.addEventListener(event, show);
              for (const button of document.querySelectorAll(".listen"))
                button.addEventListener("click", () => { choose(button.dataset.port); audio.play(); });
              document.addEventListener("keydown", event => {
                if (event.code === "Space" && event.target === document.body) { event.preventDefault(); toggle(); }
              });
            }
            stage.addEventListener("click", event => { if (isOverTrack(event) && secondAt(event) >= 0) seek(secondAt(event)); });
            for (const row of document.querySelectorAll("tr[data-at], li[data-at]"))
              row.addEventListener("click", () => { seek(Number(row.dataset.at)); scrollTo({ top: 0, behavior: "smooth" }); });
            """#

    /// The part of the script that places labels, for any page with such a drawing: `arrange` and `trim`.
    ///
    /// It needs `scroller`, `duration`, `labelWidth` and `trackWidth`.
    package static let placing = #"""
        // Measures the labels and puts each on the first line with room for it, after its moment, or before it near the end.
        function arrange() {
          const width = trackWidth();
          for (const row of document.querySelectorAll(".row.events, .row.app")) {
            const lines = [];
            const places = [...row.querySelectorAll(".event, .mark")].map(label => {
              const at = Number(label.dataset.at) / duration * width;
              const size = (label.classList.contains("event") ? label.firstElementChild : label).offsetWidth + 3;
              const late = at + size > width && at >= size, from = late ? at - size : at, to = from + size;
              let line = lines.findIndex(taken => taken.every(([left, right]) => to <= left || right <= from));
              if (line < 0) line = lines.push([]) - 1;
              lines[line].push([from, to]);
              return [label, late, line];
            });
            for (const [label, late, line] of places) {
              label.classList.toggle("late", late); label.style.setProperty("--level", line);
            }
            row.style.setProperty("--levels", lines.length);
          }
          let edge = -1;
          const ticks = [...document.querySelectorAll(".tick")].map(tick => [tick, tick.offsetLeft, tick.offsetWidth + 6]);
          for (const [tick, left, size] of ticks) {
            const from = tick.classList.contains("late") ? left - size : left;
            tick.style.visibility = from < edge ? "hidden" : "";
            if (from >= edge) edge = from + size;
          }
          trim();
        }
        // Hides texts that the edge of the view would cut; their marks and tips stay.
        function trim() {
          const first = scroller.scrollLeft, last = first + scroller.clientWidth - labelWidth();
          const seen = [...document.querySelectorAll(".event, .mark")].map(label => {
            const at = label.offsetLeft, text = label.lastElementChild;
            const size = (label.classList.contains("event") ? text : label).offsetWidth;
            const from = label.classList.contains("late") ? at - size : at;
            return [text, from >= first - 2 && from + size <= last + 2];
          });
          for (const [text, isWhole] of seen) text.style.visibility = isWhole ? "" : "hidden";
          for (const text of document.querySelectorAll(".span span[data-long]")) {
            const span = text.parentElement, left = span.offsetLeft;
            const room = Math.min(left + span.clientWidth, last) - Math.max(left, first) - 8;
            for (const words of [text.dataset.long, text.dataset.short, ""]) {
              text.textContent = words;
              if (!words || text.offsetWidth <= room) break;
            }
          }
        }
        """#
}
