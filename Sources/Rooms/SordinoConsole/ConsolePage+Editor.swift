extension ConsolePage {
    static let policy = """
        <section class="card wideblock" aria-labelledby="policy-title"><h2 id="policy-title">Configuration\
        <small id="policy-path">nothing is changed before you confirm it</small></h2>
        <label for="policy" class="soft">The text of your policy.conf: who is lowered, who may interrupt, what may record</label>
        <div class="editor"><pre id="gutter" aria-hidden="true">1</pre>
        <textarea id="policy" spellcheck="false" wrap="off" autocapitalize="off" autocomplete="off" placeholder="[ducking]&#10;depth = -20 dB"></textarea></div>
        <div class="acts" style="margin-top: 10px"><button class="act is-main" id="check" data-own>Check it</button>
        <button class="act" id="apply" data-own disabled>Use it</button>
        <button class="act" id="undo" data-own hidden>Take the last change back</button>
        <button class="act" id="reread" data-own>Read the file again</button></div>
        <div class="confirm" id="conflict" role="group" aria-labelledby="conflict-words" hidden><p id="conflict-words"></p>
        <div class="result" id="conflict-lines"></div>
        <div class="acts"><button class="act is-main" id="keep-mine" data-own>Keep what I typed</button>
        <button class="act" id="take-theirs" data-own>Show the text of the file</button></div></div>
        <div class="confirm" id="confirm" role="group" aria-labelledby="confirm-words" hidden><p id="confirm-words"></p>
        <div class="result" id="confirm-lines"></div>
        <div class="acts"><button class="act is-main" id="yes" data-own>Yes</button><button class="act" id="no" data-own>No</button></div></div>
        <p class="said" id="policy-said" role="status"></p>
        <div class="result" id="verdict"></div>
        <div class="line" id="progress-box" hidden><progress id="progress" aria-label="Situations that were tried"></progress>
        <span class="soft" id="progress-words"></span><button class="act" id="stop-check" data-own>Stop</button></div>
        <div class="result" id="differences"></div></section>
        """

    /// The part of the script that edits, checks and applies a configuration.
    static let editing = #"""
        const editor = $("policy"), gutter = $("gutter");
        let file = null, checking = 0, checked = null;
        function number() {
          const count = editor.value.split("\n").length;
          if (gutter.dataset.count !== String(count)) {
            gutter.dataset.count = count;
            say(gutter, Array.from({ length: count }, (_, index) => index + 1).join("\n"));
          }
          gutter.scrollTop = editor.scrollTop;
        }
        function jump(line) {
          const lines = editor.value.split("\n"), start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
          editor.focus();
          editor.setSelectionRange(start, start + (lines[line - 1] || "").length);
          editor.scrollTop = (line - 3) * parseFloat(getComputedStyle(editor).lineHeight); number();
        }
        // The file as the typed text knows it, and the file as another page or program has written it meanwhile.
        let newer = null;
        const isTyped = () => file ? editor.value !== file.text : editor.value !== "";
        /// Has the page show a file; what was typed stays, unless its text is to be shown too.
        function takeFile(fresh, isShown) {
          file = fresh; newer = null; $("conflict").hidden = true;
          if (isShown) editor.value = file.text;
          say($("policy-path"), file.path || "");
          $("undo").hidden = file.before === null;
          if (file.refusal) say($("policy-said"), cap(file.refusal) + ".");
          changedText();
        }
        async function fetchFile() {
          try {
            const answer = await fetch("/configuration?token=" + encodeURIComponent(token));
            if (answer.ok) return await answer.json();
            say($("policy-said"), cap((await answer.text()).trim()));
          } catch { say($("policy-said"), "The console does not answer."); }
          return null;
        }
        /// Reads the file: shows its text where nothing was typed, else the differences.
        async function readFile() {
          const fresh = await fetchFile();
          if (!fresh) return false;
          if (file && fresh.version === file.version) { if (fresh.before !== file.before || fresh.refusal !== file.refusal) takeFile(fresh, false); }
          else if (file && isTyped() && editor.value !== fresh.text) showConflict(fresh);
          else takeFile(fresh, !isTyped());
          return true;
        }
        function showConflict(fresh) {
          if (newer && newer.version === fresh.version) return;
          newer = fresh; changedText();
          say($("conflict-words"), "Another page or program has changed the file since you began to type. What you typed is still here, and is not used.");
          $("conflict-lines").replaceChildren(...part("Changed by the other", ...diffRows(file.text, fresh.text)),
            ...part("Your text would change in that", ...diffRows(fresh.text, editor.value)));
          $("conflict").hidden = false;
          say($("policy-said"), "The file was changed meanwhile. Choose which text this page shows.");
        }
        function diffRows(before, after) {
          const lines = lineDiff(before, after), rows = lines.slice(0, 100).map(([sign, line, text]) =>
            make("li", { class: sign === "+" ? "is-added" : "is-gone" }, make("code", {}, sign + " " + line + "  " + text)));
          return lines.length > 100 ? [...rows, make("li", {}, "and " + counted(lines.length - 100, "more line"))] : rows;
        }
        const mayApply = () => file && !file.refusal && !newer && checked === editor.value && editor.value !== file.text;
        function changedText() {
          number(); checking++; checked = null;
          $("apply").disabled = true; $("confirm").hidden = true; $("progress-box").hidden = true;
          $("verdict").replaceChildren(); $("differences").replaceChildren();
        }
        /// The lines that go and come, with the numbers of their places; nothing where the texts are too long to compare.
        function lineDiff(before, after) {
          const a = before.split("\n"), b = after.split("\n");
          let head = 0, tail = 0;
          while (head < a.length && head < b.length && a[head] === b[head]) head++;
          while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
          const x = a.slice(head, a.length - tail), y = b.slice(head, b.length - tail), result = [];
          if (x.length * y.length > 4e6) {
            return [...x.map((text, i) => ["−", head + i + 1, text]), ...y.map((text, i) => ["+", head + i + 1, text])];
          }
          const table = Array.from({ length: x.length + 1 }, () => new Uint16Array(y.length + 1));
          for (let i = x.length - 1; i >= 0; i--) for (let j = y.length - 1; j >= 0; j--)
            table[i][j] = x[i] === y[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
          for (let i = 0, j = 0; i < x.length || j < y.length;) {
            if (i < x.length && j < y.length && x[i] === y[j]) { i++; j++; }
            else if (j >= y.length || i < x.length && table[i + 1][j] >= table[i][j + 1]) { result.push(["−", head + i + 1, x[i]]); i++; }
            else { result.push(["+", head + j + 1, y[j]]); j++; }
          }
          return result;
        }
        const part = (title, ...rows) => rows.length ? [make("h3", {}, title), make("ul", { class: "rows" }, ...rows)] : [];
        function showVerdict(result) {
          const found = result.findings.map(one => {
            const row = make("li", { class: "is-" + one.kind });
            if (one.line) {
              const button = make("button", { class: "act", "data-own": "" }, "Line " + one.line);
              button.addEventListener("click", () => jump(one.line));
              row.append(button, " ");
            }
            row.append(make("b", {}, cap(one.kind) + ": "), one.sentence);
            return row;
          });
          const value = text => text === null ? "as built in" : text;
          const changes = result.changes.map(one => make("li", {}, make("b", {}, "[" + one.section + "] " + one.key + ": "),
            value(one.before) + " → " + value(one.after)));
          const lines = file ? diffRows(file.text, editor.value) : [];
          $("verdict").replaceChildren(make("p", {}, cap(result.sentence) + "." + (result.trouble ? " Decisions " + result.trouble + "." : "")),
            ...part("What is found", ...found), ...part("What would hold instead", ...changes), ...part("Lines that change in the file", ...lines));
        }
        $("check").addEventListener("click", async () => {
          changedText();
          if (!await readFile() || newer) return;
          const mine = checking, text = editor.value;
          say($("policy-said"), "Checking.");
          let from = 0, total = 0, rows = [];
          try {
            do {
              const answer = await ask("/policy?from=" + from, text);
              if (mine !== checking) return;
              if (!answer.ok) return say($("policy-said"), cap((await answer.text()).trim()));
              const result = await answer.json();
              if (mine !== checking) return;
              if (from === 0) {
                showVerdict(result);
                const isRight = !result.findings.some(one => one.kind === "fault");
                checked = isRight ? text : null;
                $("apply").disabled = !mayApply();
                say($("policy-said"), !isRight ? "It has a fault: it cannot be used." : file && text === file.text ? "This is what holds now." : "It can be used.");
                if (!result.stories) return;
              }
              total += result.found;
              rows = rows.concat(result.differences).slice(0, 30);
              from = result.end;
              $("progress-box").hidden = from === null;
              $("progress").max = result.tellings || 1; $("progress").value = from === null ? result.tellings : from;
              say($("progress-words"), from + " of " + result.tellings + " situations tried, " + total + " decided differently");
              showDifferences(rows, total, from === null ? result.stories : 0);
            } while (from !== null);
          } catch { say($("policy-said"), "The console does not answer."); }
        });
        function showDifferences(rows, total, stories) {
          const words = !stories ? "" : total ? "Of " + stories + " situations " + total + " would be decided differently" : "All " + stories + " situations would be decided as now";
          // Numbers of scenarios and situations made by chance say nothing to the owner.
          const known = rows.filter(one => !one.story.startsWith("chance")).slice(0, 12);
          $("differences").replaceChildren(...words ? [make("p", {}, words + (known.length && total > known.length ? "; some of them:" : "."))] : [],
            ...part("Decided differently", ...known.map(one => make("li", {}, make("b", {}, cap(one.story.replace(/^S\d+ /, ""))),
              make("div", { class: "soft" }, "Now: " + one.now), make("div", { class: "soft" }, "Then: " + one.then)))));
        }
        $("stop-check").addEventListener("click", () => { checking++; $("progress-box").hidden = true; });
        let wanted = null;
        function confirmFirst(words, lines, action) {
          wanted = action; $("confirm").hidden = false; say($("confirm-words"), words); $("confirm-lines").replaceChildren(...lines); $("yes").focus();
        }
        /// Sends a change of the file that is shown; one that another page has changed meanwhile stays as it is.
        async function change(body, mayReplace) {
          try {
            const sent = editor.value, answer = await ask("/change", JSON.stringify({ ...body, version: file.version, isConfirmed: true }));
            const words = cap((await answer.text()).trim());
            // Text typed before or meanwhile is not lost.
            const fresh = answer.ok ? await fetchFile() : null;
            if (fresh) takeFile(fresh, mayReplace && editor.value === sent);
            if (answer.status === 412) await readFile();
            say($("policy-said"), (words.endsWith(".") ? words : words + ".") + (answer.ok && !mayReplace ? " What you typed is still here." : ""));
            editor.focus();
          } catch { say($("policy-said"), "The console does not answer."); }
        }
        $("apply").addEventListener("click", () => confirmFirst("The device uses this text from now on, in the place of " + file.path + ". You can take it back.",
          [], () => change({ text: editor.value }, true)));
        $("undo").addEventListener("click", () => confirmFirst("The text before the last change is put back, and used at once.",
          part("Lines that change in the file", ...diffRows(file.text, file.before)), () => change({ undo: true }, !isTyped())));
        $("no").addEventListener("click", () => { $("confirm").hidden = true; wanted = null; editor.focus(); });
        $("yes").addEventListener("click", () => { $("confirm").hidden = true; if (wanted) wanted(); wanted = null; });
        $("keep-mine").addEventListener("click", () => {
          takeFile(newer, false); say($("policy-said"), "Check your text again: it would now take the place of the newest one."); editor.focus();
        });
        $("take-theirs").addEventListener("click", () => { takeFile(newer, true); say($("policy-said"), "This is the text of the file."); editor.focus(); });
        $("reread").addEventListener("click", async () => {
          say($("policy-said"), "");
          const isUnused = isTyped();
          if (!await readFile() || !isUnused || newer || !isTyped()) return;
          confirmFirst("What you typed is not in the file. Its text is shown in the place of yours, which is lost.",
            part("Lines that are lost", ...diffRows(file.text, editor.value)), () => { takeFile(file, true); editor.focus(); });
        });
        // Others may have written the file while this page was not looked at.
        document.addEventListener("visibilitychange", () => { if (!document.hidden) readFile(); });
        editor.addEventListener("focus", () => { if ($("confirm").hidden && !newer) readFile(); });
        addEventListener("beforeunload", event => { if (isTyped()) event.preventDefault(); });
        editor.addEventListener("input", () => { say($("policy-said"), ""); changedText(); });
        editor.addEventListener("scroll", () => gutter.scrollTop = editor.scrollTop);
        // Tab leaves the text, as in other fields: the page is used by keys alone.
        setTimeout(readFile, 300);

        """#
}
