// A second program as programs for iOS are written: a song through time-pitch, equaliser and a split to effects; meters by a tap;
// a bounce of the same graph to AAC; and the 16 kHz mono that speech models want.

import AVFoundation

final class SongPlayer: NSObject, @unchecked Sendable {
    enum State { case stopped, playing, paused }

    private let engine = AVAudioEngine()
    private let player = AVAudioPlayerNode()
    private let timePitch = AVAudioUnitTimePitch()
    private let eq = AVAudioUnitEQ(numberOfBands: 3)
    private let reverb = AVAudioUnitReverb()
    private let delay = AVAudioUnitDelay()
    private let mixer = AVAudioMixerNode()
    private var file: AVAudioFile?
    private var observers: [any NSObjectProtocol] = []
    private(set) var state = State.stopped
    private(set) var meters: [Float] = []
    var didFinish: (() -> Void)?

    override init() {
        super.init()
        setUpNodes()
        observe()
    }

    deinit { observers.forEach(NotificationCenter.default.removeObserver) }

    private func setUpNodes() {
        let nodes: [AVAudioNode] = [player, timePitch, eq, reverb, delay, mixer]
        nodes.forEach(engine.attach)
        eq.globalGain = 0
        for (index, band) in eq.bands.enumerated() {
            band.filterType = index == 0 ? .lowShelf : .parametric
            band.frequency = [100, 4_000, 8_000][index]
            band.bandwidth = 0.5
            band.gain = -6
            band.bypass = false
        }
        reverb.loadFactoryPreset(.mediumRoom)
        reverb.wetDryMix = 30
        delay.delayTime = 0.25
        delay.feedback = 20
        delay.wetDryMix = 10
        timePitch.rate = 1.25
    }

    private func observe() {
        let center = NotificationCenter.default
        observers.append(
            center.addObserver(
                forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(), queue: nil
            ) { [weak self] note in
                guard let info = note.userInfo,
                    let typeValue = info[AVAudioSessionInterruptionTypeKey] as? UInt,
                    let type = AVAudioSession.InterruptionType(rawValue: typeValue)
                else { return }
                switch type {
                case .began:
                    self?.pause()
                case .ended:
                    guard let optionsValue = info[AVAudioSessionInterruptionOptionKey] as? UInt else { return }
                    let options = AVAudioSession.InterruptionOptions(rawValue: optionsValue)
                    if options.contains(.shouldResume) { try? self?.resume() }
                @unknown default: break
                }
            })
        observers.append(
            center.addObserver(forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil) {
                [weak self] _ in
                guard let self, state == .playing else { return }
                try? resume()
            })
    }

    func load(_ url: URL) throws {
        let file = try AVAudioFile(forReading: url)
        self.file = file
        let format = file.processingFormat
        engine.connect(player, to: timePitch, format: format)
        engine.connect(timePitch, to: eq, format: format)
        engine.connect(
            eq,
            to: [
                AVAudioConnectionPoint(node: reverb, bus: 0), AVAudioConnectionPoint(node: mixer, bus: 1),
            ], fromBus: 0, format: format)
        engine.connect(reverb, to: delay, format: format)
        engine.connect(delay, to: mixer, fromBus: 0, toBus: 0, format: format)
        engine.connect(mixer, to: engine.mainMixerNode, format: nil)
        mixer.installTap(onBus: 0, bufferSize: 1024, format: mixer.outputFormat(forBus: 0)) { [weak self] buffer, _ in
            guard let samples = buffer.floatChannelData?[0] else { return }
            let count = Int(buffer.frameLength)
            let energy = (0..<count).reduce(Float(0)) { $0 + samples[$1] * samples[$1] }
            self?.meters.append(10 * log10(max(energy / Float(max(count, 1)), 1e-12)))
        }
        engine.prepare()
    }

    func play() throws {
        guard let file else { return }
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback, mode: .default, options: [])
        player.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack) { [weak self] _ in
            self?.didFinish?()
        }
        try resume()
    }

    func resume() throws {
        try AVAudioSession.sharedInstance().setActive(true)
        if !engine.isRunning { try engine.start() }
        player.play()
        state = .playing
    }

    func pause() {
        player.pause()
        engine.pause()
        state = .paused
    }

    func stop() {
        player.stop()
        engine.stop()
        mixer.removeTap(onBus: 0)
        state = .stopped
    }

    var currentTime: TimeInterval? {
        guard let nodeTime = player.lastRenderTime, let playerTime = player.playerTime(forNodeTime: nodeTime) else {
            return nil
        }
        return Double(playerTime.sampleTime) / playerTime.sampleRate
    }
}

/// Renders a file through a reverb into an AAC file, faster than it would sound.
func bounce(_ source: AVAudioFile, to url: URL) throws {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    let reverb = AVAudioUnitReverb()
    engine.attach(player)
    engine.attach(reverb)
    reverb.loadFactoryPreset(.cathedral)
    reverb.wetDryMix = 20
    let format = source.processingFormat
    engine.connect(player, to: reverb, format: format)
    engine.connect(reverb, to: engine.mainMixerNode, format: format)
    player.scheduleFile(source, at: nil)
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4096)
    try engine.start()
    player.play()
    guard
        let buffer = AVAudioPCMBuffer(
            pcmFormat: engine.manualRenderingFormat, frameCapacity: engine.manualRenderingMaximumFrameCount)
    else { return }
    let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: format.sampleRate,
        AVNumberOfChannelsKey: format.channelCount, AVEncoderBitRateKey: 128_000,
    ]
    let output = try AVAudioFile(forWriting: url, settings: settings)
    while engine.manualRenderingSampleTime < source.length {
        let left = source.length - engine.manualRenderingSampleTime
        switch try engine.renderOffline(min(buffer.frameCapacity, AVAudioFrameCount(left)), to: buffer) {
        case .success: try output.write(from: buffer)
        case .insufficientDataFromInputNode, .cannotDoInCurrentContext: continue
        case .error: throw CocoaError(.fileWriteUnknown)
        @unknown default: return
        }
    }
    player.stop()
    engine.stop()
}

/// A file as 16 kHz mono float, in one buffer.
func speechSamples(of file: AVAudioFile) throws -> AVAudioPCMBuffer? {
    guard
        let target = AVAudioFormat(
            commonFormat: .pcmFormatFloat32, sampleRate: 16_000, channels: 1, interleaved: false),
        let converter = AVAudioConverter(from: file.processingFormat, to: target),
        let input = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)),
        let output = AVAudioPCMBuffer(
            pcmFormat: target,
            frameCapacity: AVAudioFrameCount(Double(file.length) * 16_000 / file.fileFormat.sampleRate) + 100)
    else { return nil }
    try file.read(into: input)
    var isGiven = false
    var failure: NSError?
    converter.convert(to: output, error: &failure) { _, status in
        if isGiven {
            status.pointee = .endOfStream
            return nil
        }
        isGiven = true
        status.pointee = .haveData
        return input
    }
    if let failure { throw failure }
    return output
}
