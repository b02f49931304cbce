import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoSignal

/// Renders a processor outside of any engine, as a graph of its own: what is pulled leads into it, and it into the output.
///
/// - Thread: `prepare` and `retire` one at a time while nothing renders; `render` on one thread.
final class UnitHost: @unchecked Sendable {
    private let unit: any Processor
    private let renderer = Renderer()
    private let compiler = PlanCompiler()
    private var sources: [PullSource] = []
    private var planes: SamplePlanes?
    /// What is behind each output bus of a unit that has several; else empty.
    private var captures: [UnitCapture] = []
    /// A mixer's inputs may be left open.
    private let needsInputs: Bool

    init(_ unit: any Processor) {
        self.unit = unit
        needsInputs = unit.inputBusLimit == 1
    }

    /// What a source of one input bus needs.
    private final class PullSource: @unchecked Sendable {
        let bus: Int
        var pull: AURenderPullInputBlock?
        var status: OSStatus = noErr

        init(bus: Int) { self.bus = bus }

        var client: ClientBlock {
            ClientBlock(context: Unmanaged.passUnretained(self).toOpaque()) { context, exchange in
                let source = Unmanaged<PullSource>.fromOpaque(context).takeUnretainedValue()
                let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
                guard let pull = source.pull else {
                    source.status = kAudioUnitErr_NoConnection
                    return source.status
                }
                var flags: AudioUnitRenderActionFlags = []
                var time = exchange.pointee.time
                let status = pull(
                    &flags, &time, AUAudioFrameCount(exchange.pointee.frameCount), source.bus, exchange.pointee.list)
                if status != noErr { source.status = status }
                exchange.pointee.isSilence = flags.contains(.unitRenderAction_OutputIsSilence)
                return status
            }
        }
    }

    /// Makes the graph for formats.
    ///
    /// - Throws: `kAudioUnitErr_FormatNotSupported` if the unit cannot work at them.
    func prepare(inputs: [AVAudioFormat], outputs: [AVAudioFormat], maximumFrameCount: Int) throws {
        guard let output = outputs.first else { throw UnitError.error(kAudioUnitErr_FormatNotSupported) }
        var graph = Graph()
        let node = graph.attach(unit)
        var roots: [NodeID] = []
        (sources, captures) = ([], [])
        do {
            for (bus, format) in inputs.enumerated() {
                guard let kind = PackedSample(format.commonFormat) else {
                    throw GraphError.unsupportedFormat(node, format.bus)
                }
                let pull = PullSource(bus: bus)
                sources.append(pull)
                let source = graph.attach(
                    Source(
                        pull.client, kind: kind, isInterleaved: format.isInterleaved,
                        channelCount: Int(format.channelCount), keeping: pull))
                try graph.connect(BusID(source, 0), to: BusID(node, bus), format: format.bus)
            }
            if outputs.count > 1 {
                captures = outputs.map { UnitCapture($0, maximumFrameCount: maximumFrameCount) }
                for (bus, capture) in captures.enumerated() {
                    roots.append(graph.attach(Sink(capture.client, keeping: capture)))
                    try graph.connect(BusID(node, bus), to: BusID(roots[bus], 0), format: outputs[bus].bus)
                }
            } else {
                roots.append(graph.attach(Output()))
                try graph.connect(BusID(node, 0), to: BusID(roots[0], 0), format: output.bus)
            }
            let plan = try compiler.compile(
                graph,
                PlanCompiler.Request(
                    roots: roots, sampleRate: output.sampleRate, maximumFrameCount: min(maximumFrameCount, 4096)))
            planes = captures.isEmpty ? SamplePlanes(output, maximumFrameCount: maximumFrameCount) : nil
            renderer.publish(plan)
            renderer.collect()
        } catch {
            throw UnitError.error(kAudioUnitErr_FormatNotSupported, because: "\(error)")
        }
    }

    /// Gives everything back.
    func retire() {
        renderer.retire()
        compiler.resetTime()
        (sources, captures) = ([], [])
        planes = nil
    }

    /// Renders one block of an output bus.
    ///
    /// The first bus that is asked for a block renders all of them; the others give what was made then.
    func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: Int, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>, _ pull: AURenderPullInputBlock?
    ) -> AUAudioUnitStatus {
        if !captures.isEmpty { return renderAll(time, frameCount, bus, list, pull) }
        guard bus == 0 else { return kAudioUnitErr_InvalidElement }
        guard let planes else { return kAudioUnitErr_Uninitialized }
        guard planes.aim(at: list, frameCount: frameCount) else { return kAudio_ParamError }
        let status = run(time, frameCount, planes.targets, channelCount: planes.channelCount, pull)
        planes.finish(list, frameCount: frameCount)
        return status
    }

    /// Renders one block of the graph.
    private func run(
        _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: Int,
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>?, channelCount: Int, _ pull: AURenderPullInputBlock?
    ) -> OSStatus {
        // Indices: an iterator of an array costs a heap call where nothing is specialised.
        for index in 0..<sources.count { (sources[index].pull, sources[index].status) = (pull, noErr) }
        if time.pointee.mFlags.contains(.sampleTimeValid) {
            renderer.state.pointee.setSampleTime(Int64(time.pointee.mSampleTime))
        }
        let host = time.pointee.mFlags.contains(.hostTimeValid) ? Int64(bitPattern: time.pointee.mHostTime) : -1
        renderer.state.pointee.render(
            frameCount: frameCount, hostNanoseconds: host, output: output, outputChannelCount: channelCount,
            input: nil, inputChannelCount: 0)
        var status = noErr
        for index in 0..<sources.count {
            let source = sources[index]
            if source.status != noErr, needsInputs || source.status != kAudioUnitErr_NoConnection {
                status = source.status
            }
            source.pull = nil
        }
        return status
    }

    private func renderAll(
        _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: Int, _ bus: Int,
        _ list: UnsafeMutablePointer<AudioBufferList>, _ pull: AURenderPullInputBlock?
    ) -> OSStatus {
        guard bus >= 0, bus < captures.count else { return kAudioUnitErr_InvalidElement }
        let start = time.pointee.mFlags.contains(.sampleTimeValid) ? time.pointee.mSampleTime : nil
        if !captures[bus].holds(start, frameCount) {
            for index in 0..<captures.count { captures[index].begin(start, frameCount) }
            let status = run(time, frameCount, nil, channelCount: 0, pull)
            if status != noErr {
                for index in 0..<captures.count { captures[index].begin(nil, -1) }
                return status
            }
        }
        return captures[bus].give(list) ? noErr : kAudio_ParamError
    }
}

/// Planar floats on their way into a list of any common PCM format; nothing is copied if the list is of planar floats itself.
final class SamplePlanes: @unchecked Sendable {
    let channelCount: Int
    private let kind: PackedSample
    private let isInterleaved: Bool
    private let maximumFrameCount: Int
    private let own: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let aims: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// For lists without memory.
    private let packed: UnsafeMutableRawPointer
    private let packedByteCount: Int

    init(_ format: AVAudioFormat, maximumFrameCount: Int) {
        channelCount = Int(format.channelCount)
        kind = PackedSample(format.commonFormat) ?? .float32
        isInterleaved = format.isInterleaved
        self.maximumFrameCount = maximumFrameCount
        own = .allocate(capacity: channelCount)
        aims = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: maximumFrameCount)
            plane.initialize(repeating: 0, count: maximumFrameCount)
            (own + channel).initialize(to: plane)
            (aims + channel).initialize(to: plane)
        }
        packedByteCount = maximumFrameCount * kind.byteCount * (isInterleaved ? channelCount : 1)
        packed = .allocate(byteCount: packedByteCount * (isInterleaved ? 1 : channelCount), alignment: 16)
    }

    deinit {
        for channel in 0..<channelCount { own[channel].deallocate() }
        own.deallocate()
        aims.deallocate()
        packed.deallocate()
    }

    /// Where to put a block.
    var targets: UnsafePointer<UnsafeMutablePointer<Float>> { UnsafePointer(aims) }

    /// Gets ready for a list: gives it memory where it has none, and aims at it where it is of planar floats.
    ///
    /// - Returns: False if the list does not fit the format or the block.
    func aim(at list: UnsafeMutablePointer<AudioBufferList>, frameCount: Int) -> Bool {
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        let byteCount = frameCount * kind.byteCount * (isInterleaved ? channelCount : 1)
        guard frameCount <= maximumFrameCount, buffers.count == (isInterleaved ? 1 : channelCount) else { return false }
        for index in 0..<buffers.count {
            if buffers[index].mData == nil {
                buffers[index].mData = packed + index * packedByteCount
            } else if Int(buffers[index].mDataByteSize) < byteCount {
                return false
            }
            buffers[index].mDataByteSize = UInt32(byteCount)
        }
        for channel in 0..<channelCount {
            aims[channel] = own[channel]
            if !isInterleaved, case .float32 = kind, let data = buffers[channel].mData {
                aims[channel] = data.assumingMemoryBound(to: Float.self)
            }
        }
        return true
    }

    /// Makes the samples what the list wants.
    func finish(_ list: UnsafeMutablePointer<AudioBufferList>, frameCount: Int) {
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        if isInterleaved, let data = buffers[0].mData {
            SampleConversion.interleave(
                targets, channelCount: channelCount, frameCount: frameCount, into: data, kind, .little)
        } else if case .float32 = kind {
            // Rendered in place.
        } else {
            for channel in 0..<channelCount {
                guard let data = buffers[channel].mData else { continue }
                SampleConversion.encode(own[channel], into: data, kind, .little, count: frameCount)
            }
        }
    }
}

extension PackedSample {
    /// The samples of a common format; nil for none.
    init?(_ format: AVAudioCommonFormat) {
        switch format {
        case .pcmFormatFloat32: self = .float32
        case .pcmFormatFloat64: self = .float64
        case .pcmFormatInt16: self = .int16
        case .pcmFormatInt32: self = .int32
        case .otherFormat: return nil
        }
    }
}

extension AVAudioFormat {
    /// What the graph needs to know of a format.
    var bus: BusFormat {
        let labels = channelLayout.flatMap { ChannelPlaces.labels(of: $0.layout) }
        return BusFormat(
            sampleRate: sampleRate, channelCount: Int(channelCount),
            places: labels?.map { ChannelPlace(rawValue: $0) })
    }
}
