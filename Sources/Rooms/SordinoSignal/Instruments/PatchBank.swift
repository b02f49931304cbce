import SordinoRealtime

/// Instruments in memory that the render thread reads: made once, never changed.
package final class PatchBank: Sendable {
    /// The render thread's view; valid as long as this object.
    package var view: PatchBankView { lent.value }
    private let lent: Lent<PatchBankView>
    /// The names of the programs, in their order.
    package let programs: [(number: ProgramNumber, name: String)]
    private let pieces: [Lent<UnsafeMutableRawPointer>]
    /// The objects that own the memory of the samples, kept alive as long as the bank.
    private let owners: [AnyObject & Sendable]

    /// Zones of all programs together.
    package static let zoneLimit = 1 << 17

    /// Makes the memory of a whole bank; zones beyond the limit are left out.
    ///
    /// - Parameter isMelodicOnly: Whether one instrument is meant for all channels and programs.
    package init(_ instruments: [(number: ProgramNumber, instrument: Instrument)], isMelodicOnly: Bool = false) {
        let sorted = instruments.sorted { $0.number < $1.number }
        programs = sorted.map { ($0.number, $0.instrument.name) }
        var entries: [PatchEntry] = []
        var owners: [ObjectIdentifier: AnyObject & Sendable] = [:]
        var pieces: [UnsafeMutableRawPointer] = []
        func piece<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
            let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(values.count, 1))
            for (index, value) in values.enumerated() { (memory + index).initialize(to: value) }
            pieces.append(memory)
            return UnsafePointer(memory)
        }
        var zoneCount = 0
        for (number, instrument) in sorted {
            let zones = instrument.zones.prefix(Self.zoneLimit - zoneCount)
            zoneCount += zones.count
            let made = zones.map { zone in
                owners[ObjectIdentifier(zone.sample.owner)] = zone.sample.owner
                return PatchZone(
                    zone, generators: piece(zone.generators),
                    modulators: piece(Array(zone.modulators.prefix(PatchZone.modulatorLimit))))
            }
            entries.append(
                PatchEntry(
                    number: UInt32(number.bank) << 8 | UInt32(number.program),
                    patch: Patch(zones: piece(made), count: made.count)))
        }
        lent = Lent(PatchBankView(entries: piece(entries), count: entries.count, isMelodicOnly: isMelodicOnly))
        self.pieces = pieces.map { Lent($0) }
        self.owners = Array(owners.values)
    }

    /// Makes the memory of one instrument, which every program of every channel plays.
    package convenience init(_ instrument: Instrument) {
        self.init([(ProgramNumber(bank: 0, program: 0), instrument)], isMelodicOnly: true)
    }

    deinit {
        for piece in pieces { piece.value.deallocate() }
    }
}

/// A zone as the render thread reads it.
package struct PatchZone: BitwiseCopyable {
    let keyLow: UInt8
    let keyHigh: UInt8
    let velocityLow: UInt8
    let velocityHigh: UInt8
    let isFloat: Bool
    let modulatorCount: Int
    let generators: UnsafePointer<Float>
    let modulators: UnsafePointer<Modulator>
    let samples: UnsafeRawPointer
    /// The lower bits of samples of 24 bits; nil for others.
    let lowBytes: UnsafePointer<UInt8>?
    let frameCount: Int
    let loopStart: Int
    let loopEnd: Int
    let sampleRate: Double
    let rootKey: Float
    let correctionCents: Float

    /// Modulators of one zone.
    static var modulatorLimit: Int { @_noAllocation @_noLocks get { 64 } }

    init(_ zone: InstrumentZone, generators: UnsafePointer<Float>, modulators: UnsafePointer<Modulator>) {
        keyLow = UInt8(clamping: zone.keys.lowerBound)
        keyHigh = UInt8(clamping: zone.keys.upperBound)
        velocityLow = UInt8(clamping: zone.velocities.lowerBound)
        velocityHigh = UInt8(clamping: zone.velocities.upperBound)
        modulatorCount = min(zone.modulators.count, Self.modulatorLimit)
        self.generators = generators
        self.modulators = modulators
        switch zone.sample.frames {
        case .int16(let frames): (samples, isFloat) = (UnsafeRawPointer(frames), false)
        case .float32(let frames): (samples, isFloat) = (UnsafeRawPointer(frames), true)
        }
        lowBytes = isFloat ? nil : zone.sample.lowBytes?.start
        frameCount = zone.sample.frameCount
        let isLoop = zone.sample.loop.lowerBound >= 0 && zone.sample.loop.upperBound <= frameCount
        loopStart = isLoop ? zone.sample.loop.lowerBound : 0
        loopEnd = isLoop ? zone.sample.loop.upperBound : 0
        sampleRate = zone.sample.sampleRate
        let root = zone.generators[Generator.rootKey]
        rootKey = root >= 0 ? root : Float(zone.sample.rootKey)
        correctionCents = Float(zone.sample.correctionCents)
    }
}

/// The zones of one program.
package struct Patch: BitwiseCopyable {
    let zones: UnsafePointer<PatchZone>
    let count: Int
}

/// A program with its number: the bank above, the program in the lowest eight bits.
struct PatchEntry: BitwiseCopyable {
    let number: UInt32
    let patch: Patch
}

/// A bank as the render thread reads it.
package struct PatchBankView: BitwiseCopyable {
    let entries: UnsafePointer<PatchEntry>
    let count: Int
    /// Indicates whether the first program stands for all.
    let isMelodicOnly: Bool
}
