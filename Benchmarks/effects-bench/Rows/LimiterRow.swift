import SordinoGraph

/// A limiter that watches, as most of the time.
let limiterRow = Row(name: "limiter, nothing to do", unit: { PeakLimiter() }, peers: [])

/// A limiter that is 12 dB over all the time.
let limiterAtWorkRow = Row(
    name: "limiter at work",
    unit: {
        let unit = PeakLimiter()
        unit.set(2, to: 12)
        return unit
    },
    peers: [
        .ladspa(
            "LSP limiter", library: Peer.lsp, label: "http://lsp-plug.in/plugins/ladspa/limiter_stereo",
            settings: [("Threshold", 0.1)]),
        .ladspa(
            "swh fast lookahead limiter", library: "fast_lookahead_limiter_1913.so", label: "fastLookaheadLimiter",
            settings: [("Input gain", 12)]),
        .ffmpeg("alimiter=level_in=4:limit=1:attack=12:release=24"),
    ])
