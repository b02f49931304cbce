extension ConsolePage {
    /// The style of the page beside that of timelines, whose colours it uses.
    static let style = """
        [hidden] { display: none !important; }
        body { font-size: 14px; }
        header { display: flex; flex-wrap: wrap; gap: 2px 18px; align-items: baseline; padding: 14px 24px 10px; }
        header p { font-size: 13px; }
        .link { margin-left: auto; display: inline-flex; gap: 7px; align-items: center; color: var(--soft); font-size: 13px; }
        .link i { width: 9px; height: 9px; border-radius: 50%; background: var(--guide); }
        .link.is-live i { background: hsl(152 var(--chroma) var(--light)); }
        .link.is-lost i { background: var(--alarm); }
        .bar { align-items: center; }
        .bar .telling { min-height: 64px; }
        .past { flex: 0 0 auto; display: flex; gap: 12px; align-items: center; color: var(--duck); font-weight: 600; }
        main { padding: 0 24px 40px; max-width: 1500px; margin: 0 auto; }
        .columns { display: grid; grid-template-columns: minmax(0, 1.65fr) minmax(300px, 1fr); gap: 16px; align-items: start; }
        .column { display: grid; gap: 16px; min-width: 0; }
        .card { background: var(--card); border: 1px solid var(--rule); border-radius: 12px; padding: 12px 16px 14px; min-width: 0; }
        .card > h2 { margin: 0 0 8px; overflow-wrap: anywhere; }
        .card > h2 small { margin-left: 8px; font-weight: 400; color: var(--soft); font-size: 12px; }
        .none { margin: 4px 0; color: var(--soft); }
        ul.rows { list-style: none; margin: 0; padding: 0; }
        ul.rows > li { padding: 10px 0; border-top: 1px solid var(--rule); }
        ul.rows > li:first-child { border-top: 0; padding-top: 2px; }
        ul.rows > li:last-child { padding-bottom: 0; }
        .line { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; }
        .line > * { min-width: 0; }
        .name { font-weight: 600; font-size: 15px; overflow-wrap: anywhere; unicode-bidi: isolate; }
        .soft { color: var(--soft); font-size: 12.5px; overflow-wrap: anywhere; unicode-bidi: isolate; }
        .push { margin-left: auto; }
        .verdict { padding: 1px 9px; border-radius: 99px; font-size: 12.5px; font-weight: 600; white-space: nowrap;
          border: 1px solid currentColor; }
        .is-full .verdict { color: var(--good); }
        .is-ducked .verdict { color: var(--duck); }
        .is-silent .verdict, .is-interrupted .verdict { color: var(--alarm); }
        .is-quiet .verdict { color: var(--soft); }
        .is-records .verdict { color: var(--ink); }
        .question { margin: 6px 0 2px; padding: 5px 10px; border-left: 3px solid var(--wave); background: var(--ground); font-weight: 600; overflow-wrap: anywhere; }
        .now, .hint, .label, .story li, .past { overflow-wrap: anywhere; }
        .story li > span { min-width: 0; unicode-bidi: isolate; }
        .is-lost .columns .card:not(#players-box):not(#devices-box) { opacity: .7; filter: grayscale(1); }
        .why:empty { display: none; }
        .why { margin: 5px 0 0; padding: 0; list-style: none; }
        .why li { padding: 2px 0 2px 12px; border-left: 3px solid var(--guide); margin-top: 3px; overflow-wrap: anywhere; }
        .is-ducked .why li { border-color: var(--duck); }
        .is-silent .why li, .is-interrupted .why li { border-color: var(--alarm); }
        .why small { color: var(--soft); }
        .meter { position: relative; height: 8px; margin-top: 8px; border-radius: 4px; background: var(--rule); overflow: hidden; }
        .meter i { position: absolute; inset: 0; transform-origin: left; transform: scaleX(0); transition: transform .2s linear;
          background: hsl(var(--hue, 212) var(--chroma) var(--light)); }
        .meter.is-hot i { background: var(--alarm); }
        .act { padding: 5px 12px; min-height: 32px; border-radius: 8px; color: var(--ink); background: var(--ground);
          border: 1px solid var(--guide); font-size: 13px; }
        .act:hover { border-color: var(--wave); }
        .act[aria-pressed="true"], .act.is-main { color: var(--on-wave); background: var(--wave); border-color: var(--wave); }
        .act:disabled { opacity: .55; cursor: default; }
        .acts { display: flex; flex-wrap: wrap; gap: 8px; }
        .acts + .acts, .field + .acts, .acts + .field { margin-top: 10px; }
        .field { display: flex; gap: 10px; align-items: center; }
        .field label, .field > span { flex: 0 0 92px; color: var(--soft); }
        .field input[type=range] { flex: 1 1 auto; min-width: 0; accent-color: var(--wave); height: 28px; }
        .field output { flex: 0 0 52px; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
        .switch { display: flex; gap: 10px; align-items: center; width: 100%; padding: 8px 0; border-radius: 0; color: var(--ink); background: none;
          border: 0; border-top: 1px solid var(--rule); text-align: left; font-size: 14px; min-height: 44px; }
        .switch span { flex: 1 1 auto; }
        .switch em { font-style: normal; color: var(--soft); }
        .switch i { flex: none; position: relative; width: 40px; height: 24px; border-radius: 12px; background: var(--guide); }
        .switch i::after { content: ""; position: absolute; left: 3px; top: 3px; width: 18px; height: 18px; border-radius: 50%;
          background: var(--card); transition: left .15s; }
        .switch[aria-checked="true"] i { background: var(--wave); }
        .switch[aria-checked="true"] i::after { left: 19px; }
        .switch:disabled { opacity: .55; cursor: default; }
        .plug { flex: none; width: 22px; height: 22px; color: var(--soft); }
        .is-route .plug { color: var(--wave); }
        .plug path { fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; }
        .note { margin: 8px 0 0; color: var(--alarm); overflow-wrap: anywhere; }
        .wideblock { margin-top: 16px; }
        .timebar { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; margin-bottom: 10px; }
        .timebar input[type=range] { flex: 1 1 220px; min-width: 0; accent-color: var(--alarm); height: 28px; }
        .timebar select { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--guide); border-radius: 8px;
          padding: 5px 8px; min-height: 32px; }
        .timebar label { display: inline-flex; gap: 7px; align-items: center; color: var(--soft); }
        #scroller { border-radius: 10px; }
        .stage { min-height: 60px; }
        .app .track { height: calc(38px + var(--levels) * 16px); min-height: 40px; cursor: pointer; }
        .app .marks { top: 36px; }
        .app .gain { top: 17px; height: 17px; }
        .events .track { cursor: pointer; min-height: 20px; }
        .span { min-width: 2px; }
        .head { border-left-color: var(--alarm); }
        .story { margin-top: 12px; max-height: 340px; overflow-y: auto; border-top: 1px solid var(--rule); padding-top: 6px; }
        .story ol { font-size: 14px; }
        .story li { padding: 3px 8px; }
        .story .jump { min-width: 68px; min-height: 24px; }
        .story small { color: var(--soft); }
        .card h3 { margin: 14px 0 4px; font-size: 13px; }
        .card h3 small { margin-left: 8px; font-weight: 400; color: var(--soft); }
        .grow { flex: 1 1 150px; min-width: 0; }
        .cover { flex: none; width: 44px; height: 44px; border-radius: 6px; background: var(--rule); object-fit: cover; overflow: hidden; }
        .cover img { width: 100%; height: 100%; object-fit: cover; display: block; }
        .text { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--guide); border-radius: 8px;
          padding: 5px 9px; min-height: 32px; min-width: 0; width: 200px; }
        #songs .line { flex-wrap: nowrap; }
        .editor { display: flex; border: 1px solid var(--guide); border-radius: 8px; background: var(--ground); overflow: hidden; }
        .editor:focus-within { outline: 2px solid var(--wave); outline-offset: 2px; }
        #gutter { flex: none; min-width: 36px; height: 180px; margin: 0; padding: 9px 7px 9px 9px; overflow: hidden; text-align: right; color: var(--soft);
          border-right: 1px solid var(--rule); }
        #gutter, textarea { font: 13px/20px ui-monospace, "DejaVu Sans Mono", monospace; }
        textarea { flex: 1 1 auto; min-width: 0; height: 180px; padding: 9px 11px; border: 0; outline: 0; color: inherit; background: none; resize: none; }
        .confirm { margin-top: 10px; padding: 10px 12px; border: 1px solid var(--wave); border-radius: 8px; }
        .confirm .result { margin-bottom: 12px; }
        .confirm p, .said { margin: 0 0 8px; overflow-wrap: anywhere; }
        .said { margin: 10px 0 0; min-height: 20px; font-weight: 600; }
        .result code { font: 12.5px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
        .is-added code { color: var(--good); }
        .is-gone code { color: var(--alarm); }
        progress { flex: 1 1 120px; accent-color: var(--wave); }
        .result { margin: 10px 0 0; }
        .result ul.rows > li { padding: 5px 0; overflow-wrap: anywhere; }
        .result .is-fault b, .result .is-warning b { color: var(--alarm); }
        footer { margin-top: 18px; color: var(--soft); font-size: 12.5px; }
        footer a { color: inherit; }
        :root { --good: #0b6b3f; }
        @media (prefers-color-scheme: dark) { :root { --good: #6fd3a0; } }
        @media (max-width: 960px) { .columns { grid-template-columns: minmax(0, 1fr); } }
        @media (max-width: 640px) {
          header { padding: 10px 14px 8px; }
          .link { margin-left: 0; }
          main { padding: 0 10px 30px; }
          .bar { margin: 0 -10px 10px; padding: 8px 14px; position: static; }
          .bar .telling { min-height: 0; }
          .now { font-size: 18px; }
          .card { padding: 10px 12px 12px; }
          .act, .text, .timebar select { min-height: 44px; }
          .field label, .field > span { flex-basis: 74px; }
          .story .jump { min-height: 30px; }
          .app .track, .events .track { width: 100%; }
        }
        @media (prefers-reduced-motion: reduce) { .meter i, .switch i::after { transition: none; } }
        """
}
