import SordinoRealtime
import SordinoSignal

/// The sounding part of an environment and of the spatial mixer: the memory that inputs in space share on the render
/// thread.
struct SpaceStage: BitwiseCopyable {
    let heads: HeadMixes
    let ring: LoudspeakerRingView
    let reverb: ReverbRenderer
    let filter: BiquadCascade
    let wet: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let send: UnsafeMutablePointer<Float>
    /// The channels of a point source, added up.
    let mono: UnsafeMutablePointer<Float>
    let scratch: UnsafeMutablePointer<Float>
    /// Gains that lead each channel to the output of its number.
    let straight: UnsafePointer<Float>
    /// Gains that lead a channel to both sides.
    let both: UnsafePointer<Float>
    /// Output channels that are rendered to.
    let channelCount: Int
    let left: Int
    let right: Int
    let sampleRate: Double
    /// How loud the directions of sound fields of first to third order are panned to the outputs.
    let fieldGains: (first: Float, second: Float, third: Float)
    /// How these are turned before: the tables of three bends, one after the other.
    let fieldBends: UnsafePointer<Float>
    /// The rows of three decoders, one after the other, each for `channelLimit` channels; nil where directions are
    /// panned.
    let fieldRows: UnsafePointer<Float>?

    var isSet = false
    var output = GainRamp(1)
    var wetGain = GainRamp(0)
    var seenRoom: UInt32 = .max
    var seenCurve = DistanceCurve()
    var hadSend = false
    /// Changes whenever gains have to be computed anew.
    var sceneNumber: UInt32 = 1

    /// Numbers of one bend's table.
    static var bendLength: Int { @_noAllocation @_noLocks get { 72 } }

    /// Numbers of one decoder.
    static var decoderLength: Int { @_noAllocation @_noLocks get { 8 &* SpatialVoice.channelLimit } }

    /// Makes a stage for an output.
    ///
    /// - Parameters:
    ///   - maximumFrameCount: Frames of a block at most.
    ///   - memory: Keeps everything that the stage points to.
    /// - Thread: control.
    init(format: BusFormat, maximumFrameCount: Int, memory: UnitMemory) {
        let places = format.places ?? ChannelPlace.usual(channelCount: format.channelCount) ?? []
        let heads = SceneHeads.shared(sampleRate: format.sampleRate).makeMixers()
        let ring = LoudspeakerRing(places: places.isEmpty ? [.left, .right] : places)
        let reverb = Reverb(channelCount: 2, sampleRate: format.sampleRate)
        for object in heads.owners + [ring, reverb] as [AnyObject] { memory.keep(object) }
        let limit = SpatialVoice.channelLimit
        let straight = memory.floats(limit * limit)
        for channel in 0..<limit { straight[channel * limit + channel] = 1 }
        let both = memory.floats(limit)
        let sides = format.sides
        channelCount = min(format.channelCount, limit)
        (left, right) = channelCount > 1 ? (sides.left, sides.right) : (0, 0)
        (both[left], both[right]) = (1, 1)
        (self.straight, self.both) = (UnsafePointer(straight), UnsafePointer(both))
        (self.heads, self.ring, self.reverb) = (heads.mixes, ring.view, reverb.renderer)
        filter = memory.cascade(sectionCount: 1, channelCount: 2)
        wet = memory.planes(2, frameCount: maximumFrameCount)
        send = memory.floats(maximumFrameCount)
        mono = memory.floats(maximumFrameCount)
        scratch = memory.floats(SpatialVoice.scratchFloatCount)
        sampleRate = format.sampleRate
        let targets = places.isEmpty ? [.left, .right] : places
        var gains: [Float] = []
        var bends: [Float] = []
        var rows: [Float] = []
        for order in 1...3 as ClosedRange<UInt32> {
            let field = SoundField(
                places: (0..<(order + 1) * (order + 1)).map { ChannelPlace.component(Int($0)) })
            gains.append(field?.loudness(from: targets) ?? 1)
            let own = field?.decoder(to: targets) ?? []
            bends +=
                own.isEmpty
                ? field?.bend(to: targets).degrees ?? [Float](repeating: 0, count: Self.bendLength)
                : [Float](repeating: 0, count: Self.bendLength)
            if !own.isEmpty, own.count <= Self.decoderLength {
                rows += own + [Float](repeating: 0, count: Self.decoderLength - own.count)
            }
        }
        fieldGains = (gains[0], gains[1], gains[2])
        let tables = memory.floats(bends.count)
        tables.update(from: bends, count: bends.count)
        fieldBends = UnsafePointer(tables)
        guard rows.count == 3 * Self.decoderLength else {
            fieldRows = nil
            return
        }
        let decoders = memory.floats(rows.count)
        decoders.update(from: rows, count: rows.count)
        fieldRows = UnsafePointer(decoders)
    }
}

/// One input of a block, as a stage sees it.
struct PlacedInput: BitwiseCopyable {
    let space: UnsafeMutablePointer<SpaceInputState>
    let buffer: UnsafeMutablePointer<BusBuffer>
    /// The gains by which its channels are heard in those of the output, row by row; nil where channels meet by number.
    let fold: UnsafePointer<Float>?
    /// The first frame of the block that is rendered now.
    let offset: Int
    let volume: Float
    let asked: SpaceValues
    /// Indicates whether the distance is part of `volume` already.
    let hasOwnDistance: Bool
    /// Indicates whether sound reaches the farther ear later.
    var hasDelays = true

    @_noAllocation @_noLocks
    init(
        _ space: UnsafeMutablePointer<SpaceInputState>, _ buffer: UnsafeMutablePointer<BusBuffer>,
        fold: UnsafePointer<Float>?, offset: Int, volume: Float, asked: SpaceValues, hasOwnDistance: Bool
    ) {
        (self.space, self.buffer, self.fold, self.offset) = (space, buffer, fold, offset)
        (self.volume, self.asked, self.hasOwnDistance) = (volume, asked, hasOwnDistance)
    }
}
