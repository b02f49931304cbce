import SordinoGraph

private func preset(_ number: Int) -> UnitProcessor {
    let unit = DistortionUnit()
    unit.apply(unit.factoryPresets[number])
    return unit
}

/// A polynomial and soft clipping, what most distortions are.
let distortionRow = Row(
    name: "distortion, cubed", unit: { preset(10) }, budget: 1840,
    peers: [.sox("overdrive 20 20"), .ffmpeg("asoftclip=type=tanh")])

/// Every stage at once.
let brokenRow = Row(
    name: "distortion, everything is broken", unit: { preset(16) }, budget: 1840,
    peers: [.ffmpeg("acrusher=bits=8:samples=4:mode=log")])

/// A delay that is shorter than a vector twice over, the slowest.
let shortEchoRow = Row(name: "distortion, initial values", unit: { DistortionUnit() }, budget: 1840, peers: [])
