import SordinoGraph

/// A compressor at work.
let dynamicsRow = Row(
    name: "dynamics", unit: { DynamicsProcessor() }, budget: 2550,
    peers: [
        .ladspa(
            "LSP compressor", library: Peer.lsp, label: "http://lsp-plug.in/plugins/ladspa/compressor_stereo",
            settings: [("Ratio", 4), ("Attack threshold", 0.1)]),
        .ladspa("caps CompressX2", library: "caps.so", label: "CompressX2"),
        .ladspa(
            "swh SC4", library: "sc4_1882.so", label: "sc4",
            settings: [("Threshold level", -20), ("Ratio", 4), ("Attack time", 2), ("Release time", 50)]),
        .sox("compand 0.001,0.05 6:-70,-60,-20,-15 0 -90 0"),
        .ffmpeg("acompressor=threshold=0.1:ratio=4:attack=1:release=50"),
    ])
