import CoreAudioTypes
import SordinoGraph
import SordinoMedia
import SordinoRealtime

/// An output queue's graph without a device: the same player, mixer and output, rendered where the program asks for frames.
///
/// - Thread: one at a time.
final class OfflineQueue: @unchecked Sendable {
    private static let pieceFrames = LiveGraph.maximumFrameCount

    let sampleRate: Double
    private let channelCount: Int
    private let live = LiveGraph()
    private let mixer: NodeID
    private let output: NodeID
    private var node: NodeID?
    private var voice: QueueVoice?
    private let frames: PlanarFrames
    private let packing: Converter
    private let list: UnsafeMutableAudioBufferListPointer

    /// Makes a graph that renders in a format of linear PCM.
    init(_ format: ConversionFormat) throws(ConversionError) {
        sampleRate = format.media.sampleRate
        channelCount = format.media.channelCount
        mixer = live.graph.attach(Mixer())
        output = live.graph.attach(Output())
        frames = PlanarFrames(.float32, channelCount: channelCount, capacity: Self.pieceFrames)
        packing = try Converter(
            from: ConversionFormat(
                PCMShape(.float32(.native), isInterleaved: false), sampleRate: sampleRate, channelCount: channelCount),
            to: format)
        list = AudioBufferList.allocate(maximumBuffers: channelCount)
    }

    deinit {
        live.retire()
        list.unsafeMutablePointer.deallocate()
    }

    /// A voice takes the place of the one before.
    func enter(_ voice: QueueVoice) {
        if let node { try? live.graph.detach(node) }
        self.voice?.enter(nil)
        self.voice = voice
        let node = live.graph.attach(voice.player)
        self.node = node
        let format = BusFormat(sampleRate: sampleRate, channelCount: channelCount)
        do throws(GraphError) {
            let connection = try live.graph.connect(BusID(node, 0), to: BusID(mixer, 0), format: voice.format)
            voice.enter(connection.mix)
            try live.graph.connect(BusID(mixer, 0), to: BusID(output, 0), format: format)
            try live.update(PlanCompiler.Request(roots: [output], sampleRate: sampleRate))
        } catch {
            preconditionFailure("a player, a mixer and an output can always be rendered: \(error)")
        }
    }

    /// Renders frames into memory, as many as there are.
    ///
    /// - Parameters:
    ///   - wanted: Frames.
    ///   - memory: Receives them: room for `wanted`, in the format.
    ///   - ready: Makes frames ready: returns how many are.
    /// - Returns: Frames rendered.
    func render(_ wanted: Int, into memory: UnsafeMutableRawPointer, bytesPerFrame: Int, ready: (Int) -> Int) -> Int {
        var done = 0
        while done < wanted {
            let piece = min(wanted - done, Self.pieceFrames)
            let count = min(piece, ready(piece))
            guard count > 0 else { break }
            live.renderer.state.pointee.render(
                frameCount: count, hostNanoseconds: -1, output: frames.floats, outputChannelCount: channelCount,
                input: nil, inputChannelCount: 0)
            guard pack(count, into: memory + done * bytesPerFrame, bytesPerFrame: bytesPerFrame) else { break }
            done += count
        }
        return done
    }

    /// Serves what the last block made due.
    func serve(_ call: (@escaping ServiceCall) -> Void) {
        _ = voice?.player.serve(ServiceRequest(readAheadFrames: 0), call: call)
        live.renderer.collect()
    }

    private func pack(_ count: Int, into memory: UnsafeMutableRawPointer, bytesPerFrame: Int) -> Bool {
        for channel in list.indices {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(count * 4),
                mData: UnsafeMutableRawPointer(frames.floats[channel]))
        }
        var target = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: UInt32(channelCount), mDataByteSize: UInt32(count * bytesPerFrame), mData: memory))
        var isTaken = false
        let source = list.unsafePointer
        let result = try? packing.fill(&target, packetCount: count) { _, chunk in
            if isTaken { return .nothingNow }
            isTaken = true
            chunk = ConversionChunk(source, packetCount: count)
            return .data
        }
        return result?.packetCount == count
    }
}

extension OutputQueue {
    /// Renders by hand from now on, in a format of interleaved linear PCM; nil goes back to the device.
    ///
    /// Only while stopped.
    package func setOfflineFormat(_ format: ConversionFormat?) throws(ConversionError) -> Bool {
        let made: OfflineQueue?
        if let format { made = try OfflineQueue(format) } else { made = nil }
        let isStopped = state.withLock { state in
            guard state.phase == .stopped else { return false }
            state.offline = made
            state.voice = nil
            return true
        }
        if isStopped { calls.isByHand = made != nil }
        return isStopped
    }

    /// Indicates whether the queue is rendered by hand.
    package var isOffline: Bool { state.withLock { $0.offline != nil } }

    /// Renders frames into memory, and calls the program on this thread for each buffer that it is done with.
    ///
    /// - Returns: Frames rendered: fewer than wanted when nothing more is enqueued.
    package func renderOffline(
        _ wanted: Int, into memory: UnsafeMutableRawPointer, bytesPerFrame: Int
    ) throws(Failure) -> Int {
        let (offline, isRunning) = state.withLock { ($0.offline, $0.phase == .running) }
        guard let offline, isRunning else { throw .state }
        calls.drain()
        let voice = makeVoice()
        let done = offline.render(wanted, into: memory, bytesPerFrame: bytesPerFrame) { piece in
            while true {
                let ready = readyFrames(piece, voice)
                // Those that come back may bring more.
                guard ready < piece, calls.drain() else { return ready }
            }
        }
        var due: [ServiceCall] = []
        offline.serve { due.append($0) }
        for call in due { call() }
        calls.drain()
        return done
    }

    private func readyFrames(_ frames: Int, _ voice: QueueVoice) -> Int {
        _ = voice.player.serve(ServiceRequest(readAheadFrames: max(frames, 1))) { $0() }
        let made = feed.madeFrames(in: voice.stream.run) ?? 0
        return max(0, made - voice.player.standingReport.position)
    }
}
