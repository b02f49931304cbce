import SordinoGraph

/// A fifth faster and higher: its time is that of the output.
let varispeedRow = Row(
    name: "varispeed, 1.2",
    unit: {
        let unit = VarispeedUnit()
        unit.set(0, to: 1.2)
        return unit
    },
    peers: [.sox("speed 1.2 rate 48k"), .ffmpeg("asetrate=57600,aresample=48000")])
