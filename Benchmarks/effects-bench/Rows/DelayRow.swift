import SordinoGraph

/// Echoes with a low-pass.
let delayRow = Row(
    name: "delay",
    unit: {
        let unit = DelayUnit()
        unit.set(1, to: 0.3)
        return unit
    },
    budget: 5300,
    peers: [
        .ladspa(
            "tap stereo echo", library: "tap_echo.so", label: "tap_stereo_echo",
            settings: [("L Delay", 300), ("R/Haas Delay", 300)]),
        .sox("echo 0.8 0.9 300 0.5"), .ffmpeg("aecho=0.8:0.9:300:0.5"),
    ])
