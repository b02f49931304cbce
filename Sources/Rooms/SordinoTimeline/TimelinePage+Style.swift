extension TimelinePage {
    /// The style of the page, by day and by night.
    package static let style = """
        :root { color-scheme: light dark; --label: 210px; --zoom: 1;
          --ground: #f6f7f9; --card: #fff; --ink: #1b1f27; --soft: #566072; --rule: #e3e7ee; --guide: #b9c2d0;
          --alarm: #b42318; --duck: #8a5300; --event: #344054; --wave: #3365c8; --on-wave: #fff; --light: 36%; --chroma: 62%; }
        @media (prefers-color-scheme: dark) { :root {
          --ground: #0f1216; --card: #171b21; --ink: #e8ebf0; --soft: #98a2b3; --rule: #262c35; --guide: #3b4453;
          --alarm: #ff8a7e; --duck: #f0b243; --event: #cdd5e0; --wave: #7ba6f7; --on-wave: #0f1216; --light: 64%; --chroma: 58%; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--ink);
          font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        header { padding: 14px 24px 0; }
        h1 { margin: 0; font-size: 19px; letter-spacing: -.01em; }
        header p { margin: 1px 0 0; color: var(--soft); max-width: 900px; }
        .bar { position: sticky; top: 0; z-index: 9; display: flex; gap: 10px 24px; align-items: center; margin: 0 -24px 14px;
          padding: 10px 24px; background: var(--card); border: 1px solid var(--rule); border-width: 1px 0; }
        .telling { flex: 1 1 auto; min-width: 0; min-height: 84px; display: flex; flex-direction: column; justify-content: center; }
        .now { margin: 0; font-size: 24px; line-height: 1.25; letter-spacing: -.01em; font-weight: 600; text-wrap: balance; }
        .hint { margin: 3px 0 0; color: var(--soft); font-size: 12px; }
        .controls { display: flex; gap: 14px; align-items: center; color: var(--soft); white-space: nowrap; }
        .controls select { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--rule);
          border-radius: 6px; padding: 3px 6px; }
        .controls label { display: flex; gap: 6px; align-items: center; }
        #zoom { width: 96px; accent-color: var(--wave); }
        button { font: inherit; cursor: pointer; border: 0; color: var(--on-wave); background: var(--wave);
          border-radius: 50%; }
        :focus-visible { outline: 2px solid var(--wave); outline-offset: 2px; }
        .skip { position: absolute; left: -9999px; z-index: 30; padding: 8px 12px; background: var(--card); color: var(--ink); }
        .skip:focus { left: 8px; top: 8px; }
        #play { width: 44px; height: 44px; font-size: 15px; }
        .step { width: 32px; height: 32px; padding: 0 0 3px; font-size: 20px; line-height: 1; color: var(--ink);
          background: var(--ground); border: 1px solid var(--rule); }
        #clock { min-width: 52px; font-variant-numeric: tabular-nums; color: var(--ink); }
        main { padding: 12px 24px 40px; }
        .scroller { overflow-x: auto; overflow-y: hidden; background: var(--card); border: 1px solid var(--rule);
          border-radius: 12px; }
        .stage { position: relative; width: calc(var(--label) + (100% - var(--label)) * var(--zoom)); padding-bottom: 6px; }
        .row { display: flex; border-top: 1px solid var(--rule); }
        .row.events { border-top: 0; }
        .label { position: sticky; left: 0; z-index: 5; flex: 0 0 var(--label); padding: 7px 12px 6px 14px;
          background: var(--card); border-right: 1px solid var(--rule); }
        .label b, .label small { display: block; }
        .label b { font-weight: 600; }
        .label small { color: var(--soft); font-size: 11px; line-height: 1.35; }
        .label a { color: inherit; }
        .track { position: relative; flex: 1 1 auto; min-width: 0; overflow: clip; }
        .dot { display: inline-block; width: 9px; height: 9px; border-radius: 3px; margin-right: 7px;
          background: hsl(var(--hue) var(--chroma) var(--light)); }
        .section { padding: 9px 14px 3px; border-top: 1px solid var(--rule); }
        .section h2 { display: inline-block; margin: 0; text-transform: uppercase; letter-spacing: .07em; font-size: 10.5px;
          font-weight: 600; color: var(--soft); position: sticky; z-index: 2; left: 14px; padding-right: 6px; background: var(--card); }
        .section + .row { border-top: 0; }

        .events .track { height: calc(var(--levels) * 19px + 12px); }
        .event { position: absolute; top: 0; height: 100%; border-left: 1.5px solid var(--event); }
        .event span { position: absolute; z-index: 3; left: -1.5px; top: calc(4px + var(--level) * 19px); padding: 0 6px;
          font-size: 11px; line-height: 16px; white-space: nowrap; color: var(--card); background: var(--event);
          border-radius: 0 4px 4px 0; }
        .event.late span { left: auto; right: 0; border-radius: 4px 0 0 4px; }
        .ruler .track { height: 20px; overflow: visible; }
        .ruler .label { padding: 0; }
        .tick { position: absolute; bottom: 0; padding-left: 4px; height: 16px; font-size: 10.5px; color: var(--soft);
          border-left: 1px solid var(--guide); font-variant-numeric: tabular-nums; white-space: nowrap; }
        .tick.late { transform: translateX(-100%); padding: 0 4px 0 0; border-width: 0 1px 0 0; border-right: 1px solid var(--guide); }

        .app .track { min-height: 66px; height: calc(64px + var(--levels) * 16px); }
        .states, .gain, .marks { position: absolute; left: 0; right: 0; }
        .states { top: 7px; height: 6px; }
        .there { position: absolute; top: 0; bottom: 0; background: var(--rule); border-radius: 3px; }
        .state { position: absolute; top: 0; bottom: 0; border-radius: 3px; }
        .state.active { background: hsl(var(--hue) var(--chroma) var(--light)); }
        .state.interrupted { background: repeating-linear-gradient(-45deg, var(--alarm) 0 5px, transparent 5px 9px);
          outline: 1px solid var(--alarm); outline-offset: -1px; }
        .gain { top: 17px; height: 42px; }
        .gain svg, .port svg { position: absolute; inset: 0; width: 100%; height: 100%; }
        .gain .area { fill: hsl(var(--hue) var(--chroma) var(--light) / .1); }
        .gain .line { fill: none; stroke: hsl(var(--hue) var(--chroma) var(--light) / .75); stroke-width: 1.2;
          vector-effect: non-scaling-stroke; }
        .gain .played { fill: hsl(var(--hue) 25% var(--light) / .28); }
        .gain .passed { fill: hsl(var(--hue) var(--chroma) var(--light) / .9); }
        .span { position: absolute; top: 0; bottom: 0; }
        .span.ducked { background: color-mix(in srgb, var(--duck) 13%, transparent); border-top: 2px solid var(--duck); }
        .span.silenced { background: repeating-linear-gradient(-45deg,
          color-mix(in srgb, var(--alarm) 16%, transparent) 0 4px, transparent 4px 9px); border-top: 2px solid var(--alarm); }
        .span span:empty { display: none; }
        .span span { position: sticky; z-index: 2; display: inline-block; left: calc(var(--label) + 4px); margin: 1px 4px; font-size: 10.5px; line-height: 14px; font-weight: 600;
          white-space: nowrap; padding: 0 3px; border-radius: 3px; background: color-mix(in srgb, var(--card) 80%, transparent); }
        .span.ducked span { color: var(--duck); }
        .span.silenced span { color: var(--alarm); }
        .marks { top: 62px; z-index: 2; }
        .mark { position: absolute; top: calc(var(--level) * 16px); display: flex; gap: 2px; align-items: center; width: max-content;
          font-size: 10.5px; line-height: 16px; white-space: nowrap; color: var(--soft); }
        .mark.late { flex-direction: row-reverse; transform: translateX(-100%); }
        .mark span { padding-right: 3px; background: color-mix(in srgb, var(--card) 80%, transparent); }
        .mark i { flex: none; width: 8px; height: 8px; }
        .mark.told i, .key.told { background: var(--alarm); transform: rotate(45deg) scale(.8); border-radius: 1px; }
        .mark.did i, .key.did { background: hsl(var(--hue) var(--chroma) var(--light)); border-radius: 50%; scale: .8; }
        .mark.told { color: var(--ink); }

        .port .track { height: 74px; }
        .inuse { position: absolute; top: 0; bottom: 0; background: color-mix(in srgb, var(--wave) 7%, transparent); }
        .port .peaks { fill: color-mix(in srgb, var(--wave) 50%, transparent); }
        .port .rms { fill: var(--wave); }
        .listen { width: 20px; height: 20px; font-size: 8px; margin-right: 6px; padding: 0; vertical-align: 1px; }

        .overlay { position: absolute; left: var(--label); right: 0; top: 0; bottom: 0; z-index: 1; pointer-events: none; }
        .guide, .cross, .head { position: absolute; top: 0; bottom: 0; width: 0; }
        .guide { border-left: 1px dotted var(--guide); }
        .cross { border-left: 1px solid var(--soft); opacity: 0; }
        .cross::after { content: attr(data-time); position: absolute; left: 5px; bottom: 3px; font-size: 10.5px;
          padding: 0 4px; border-radius: 3px; background: var(--ink); color: var(--card); white-space: nowrap; }
        .head { border-left: 2px solid var(--alarm); left: 0; opacity: 0; }
        .legend { display: flex; flex-wrap: wrap; gap: 6px 20px; padding: 12px 4px 4px; color: var(--soft); font-size: 12px; }
        .legend span { display: inline-flex; gap: 7px; align-items: center; }
        .key { display: inline-block; width: 22px; height: 8px; position: relative; --hue: 212; }
        .key.heard { height: 12px; background: hsl(212 var(--chroma) var(--light) / .14);
          border-top: 1.5px solid hsl(212 var(--chroma) var(--light)); }
        .key.played { height: 10px; background: hsl(212 25% var(--light) / .3); }
        .key.ducked { height: 12px; background: color-mix(in srgb, var(--duck) 15%, transparent); border-top: 2px solid var(--duck); }
        .key.silenced { height: 12px; border-top: 2px solid var(--alarm); background: repeating-linear-gradient(-45deg,
          color-mix(in srgb, var(--alarm) 22%, transparent) 0 4px, transparent 4px 9px); }
        .key.told, .key.did { width: 8px; }
        .tip { position: fixed; z-index: 20; max-width: 380px; padding: 6px 9px; border-radius: 7px; white-space: pre-line;
          font-size: 12px; background: var(--ink); color: var(--card); pointer-events: none; opacity: 0; }
        .story { margin-top: 26px; }
        .story ol { margin: 0; padding: 0; list-style: none; font-size: 15px; line-height: 1.4; }
        .story li { display: flex; gap: 12px; padding: 4px 10px; border-radius: 6px; cursor: pointer; }
        .story li:hover { background: color-mix(in srgb, var(--wave) 10%, transparent); }
        .story li[aria-current] { background: color-mix(in srgb, var(--wave) 16%, transparent); }
        .story .jump { flex: none; min-width: 52px; text-align: right; font-variant-numeric: tabular-nums; color: inherit; }
        .list { margin-top: 26px; }
        h2 { font-size: 15px; margin: 0 0 8px; }
        table { border-collapse: collapse; width: 100%; background: var(--card); border: 1px solid var(--rule); }
        th, td { text-align: left; padding: 4px 12px; border-top: 1px solid var(--rule); vertical-align: top; }
        th { font-size: 11px; color: var(--soft); font-weight: 600; }
        td:first-child { font-variant-numeric: tabular-nums; color: var(--soft); white-space: nowrap; width: 90px; text-align: right; }
        td:nth-child(2) { white-space: nowrap; width: 130px; }
        td:last-child { color: var(--soft); }
        tr.is-event td { background: color-mix(in srgb, var(--event) 9%, transparent); font-weight: 600; }
        .jump { padding: 2px 0; background: none; color: inherit; border-radius: 3px; font-variant-numeric: inherit; }
        .wide { overflow-x: auto; }
        tbody tr { cursor: pointer; }
        tbody tr:hover td { background: color-mix(in srgb, var(--wave) 10%, transparent); }

        /* Without room beside the controls, the sentence stands above them. */
        @media (max-width: 1060px) {
          .bar { flex-wrap: wrap; }
          .telling { order: -1; flex-basis: 100%; }
        }
        /* A narrow window: labels stand above their tracks. */
        @media (max-width: 640px) {
          :root { --label: 0px; }
          header { padding: 10px 14px 0; }
          .bar { margin: 0 -8px 10px; padding: 8px 14px; }
          .telling { min-height: 98px; }
          .now { font-size: 19px; }
          .controls { gap: 8px 12px; }
          .controls select { max-width: 170px; }
          .step { width: 44px; height: 44px; }
          #play { width: 44px; height: 44px; }
          .listen { width: 28px; height: 28px; font-size: 10px; }
          main { padding: 10px 8px 30px; }
          .row { display: block; }
          .label { width: max-content; max-width: calc(100vw - 18px); padding: 6px 10px 3px; border-right: 0; }
          .ruler .label { display: none; }
          .track { width: 100%; }
          .tip { max-width: calc(100vw - 16px); }
          table { table-layout: fixed; font-size: 12px; }
          th, td { padding: 4px 5px; overflow-wrap: break-word; }
          th:first-child, td:first-child { width: 68px; }
          th:nth-child(2), td:nth-child(2) { width: 82px; white-space: normal; }
        }
        """
}
