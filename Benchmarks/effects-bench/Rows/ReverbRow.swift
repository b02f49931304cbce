import SordinoGraph

/// A hall.
let reverbRow = Row(
    name: "reverb, medium hall",
    unit: {
        let unit = ReverbUnit()
        unit.apply(unit.factoryPresets[3])
        return unit
    },
    budget: 1540,
    peers: [
        .ladspa("caps PlateX2", library: "caps.so", label: "PlateX2"),
        .ladspa("zita-rev1", library: "zita-reverbs.so", label: "zita-reverb"),
        .ladspa("tap reverberator", library: "tap_reverb.so", label: "tap_reverb"), .sox("reverb"),
    ])
