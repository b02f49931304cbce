// A program as programs for iOS are written: an engine behind a class of its own, effects on two players, a tap that records, and
// observers for everything that can happen to a session. Nothing in it knows that it does not run on a telephone.

// swift-format-ignore-file: NeverForceUnwrap

import AVFoundation

protocol MixerEngineDelegate: AnyObject {
    func engineWasInterrupted()
    func engineConfigurationHasChanged()
    func mixerOutputFilePlayerHasStopped()
}

class MixerEngine: NSObject, @unchecked Sendable {
    weak var delegate: (any MixerEngineDelegate)?

    private var engine: AVAudioEngine!
    private var marimbaPlayer: AVAudioPlayerNode!
    private var drumPlayer: AVAudioPlayerNode!
    private var mixerOutputFilePlayer: AVAudioPlayerNode!
    private var delay: AVAudioUnitDelay!
    private var reverb: AVAudioUnitReverb!
    private var distortion: AVAudioUnitDistortion!
    private var equalizer: AVAudioUnitEQ!

    private var playerLoopBuffer: AVAudioPCMBuffer!
    private var drumLoopBuffer: AVAudioPCMBuffer!

    private var isRecording = false
    private(set) var isRecordingSelected = false
    private var isSessionInterrupted = false
    private var isConfigChangePending = false
    private var mixerOutputFile: AVAudioFile?
    private(set) var mixerOutputFileURL: URL?
    private var observers: [any NSObjectProtocol] = []

    init(loops: (URL, URL)) throws {
        super.init()
        try initAVAudioSession()
        marimbaPlayer = AVAudioPlayerNode()
        drumPlayer = AVAudioPlayerNode()
        mixerOutputFilePlayer = AVAudioPlayerNode()
        delay = AVAudioUnitDelay()
        reverb = AVAudioUnitReverb()
        distortion = AVAudioUnitDistortion()
        equalizer = AVAudioUnitEQ(numberOfBands: 2)
        playerLoopBuffer = try Self.buffer(reading: loops.0)
        drumLoopBuffer = try Self.buffer(reading: loops.1)
        createEngineAndAttachNodes()
        makeEngineConnections()
        setNodeDefaults()
        observe()
        try startEngine()
    }

    deinit { observers.forEach(NotificationCenter.default.removeObserver) }

    private static func buffer(reading url: URL) throws -> AVAudioPCMBuffer {
        let file = try AVAudioFile(forReading: url)
        let buffer = AVAudioPCMBuffer(
            pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length))!
        try file.read(into: buffer)
        return buffer
    }

    private func createEngineAndAttachNodes() {
        engine = AVAudioEngine()
        engine.attach(marimbaPlayer)
        engine.attach(drumPlayer)
        engine.attach(mixerOutputFilePlayer)
        engine.attach(delay)
        engine.attach(reverb)
        engine.attach(distortion)
        engine.attach(equalizer)
    }

    private func makeEngineConnections() {
        // marimba -> delay -> mixer; drums -> distortion -> EQ -> reverb -> mixer
        let mainMixer = engine.mainMixerNode
        let stereoFormat = AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2)
        engine.connect(marimbaPlayer, to: delay, format: playerLoopBuffer.format)
        engine.connect(delay, to: mainMixer, format: playerLoopBuffer.format)
        engine.connect(drumPlayer, to: distortion, format: drumLoopBuffer.format)
        engine.connect(distortion, to: equalizer, format: drumLoopBuffer.format)
        engine.connect(equalizer, to: reverb, format: drumLoopBuffer.format)
        engine.connect(reverb, to: mainMixer, fromBus: 0, toBus: 1, format: drumLoopBuffer.format)
        engine.connect(mixerOutputFilePlayer, to: mainMixer, format: stereoFormat)
    }

    private func setNodeDefaults() {
        drumsVolume = 0.8
        marimbaPan = -0.5
        delay.delayTime = 0.25
        delay.wetDryMix = 0
        distortion.loadFactoryPreset(.drumsBitBrush)
        distortion.wetDryMix = 0
        reverb.loadFactoryPreset(.mediumHall3)
        reverb.wetDryMix = 0
        let band = equalizer.bands[0]
        band.filterType = .highPass
        band.frequency = 40
        band.bypass = false
        equalizer.globalGain = 0
    }

    // MARK: Controls

    var drumsVolume: Float {
        get { drumPlayer.volume }
        set { drumPlayer.volume = newValue }
    }

    var marimbaPan: Float {
        get { marimbaPlayer.pan }
        set { marimbaPlayer.pan = newValue }
    }

    var reverbWetDryMix: Float {
        get { reverb.wetDryMix / 100 }
        set { reverb.wetDryMix = newValue * 100 }
    }

    var bypassDistortion: Bool {
        get { distortion.bypass }
        set { distortion.bypass = newValue }
    }

    var outputVolume: Float {
        get { engine.mainMixerNode.outputVolume }
        set { engine.mainMixerNode.outputVolume = newValue }
    }

    var isEngineRunning: Bool { engine.isRunning }
    var isMarimbaPlaying: Bool { marimbaPlayer.isPlaying }

    func toggleMarimba() throws {
        if !marimbaPlayer.isPlaying {
            try startEngine()
            marimbaPlayer.scheduleBuffer(playerLoopBuffer, at: nil, options: .loops, completionHandler: nil)
            marimbaPlayer.play()
        } else {
            marimbaPlayer.stop()
        }
    }

    func toggleDrums() throws {
        if !drumPlayer.isPlaying {
            try startEngine()
            drumPlayer.scheduleBuffer(drumLoopBuffer, at: nil, options: .loops)
            drumPlayer.play()
        } else {
            drumPlayer.stop()
        }
    }

    private func startEngine() throws {
        if !engine.isRunning { try engine.start() }
    }

    // MARK: Recording

    func startRecordingMixerOutput() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("mixer-\(UUID().uuidString).caf")
        let mainMixer = engine.mainMixerNode
        mixerOutputFile = try AVAudioFile(forWriting: url, settings: mainMixer.outputFormat(forBus: 0).settings)
        mixerOutputFileURL = url
        mainMixer.installTap(onBus: 0, bufferSize: 4096, format: mainMixer.outputFormat(forBus: 0)) {
            [weak self] buffer, _ in
            do { try self?.mixerOutputFile?.write(from: buffer) } catch { NSLog("cannot write: %@", "\(error)") }
        }
        isRecording = true
    }

    func stopRecordingMixerOutput() {
        guard isRecording else { return }
        engine.mainMixerNode.removeTap(onBus: 0)
        mixerOutputFile = nil
        isRecording = false
    }

    func playRecordedFile() throws {
        guard let url = mixerOutputFileURL else { return }
        try startEngine()
        let file = try AVAudioFile(forReading: url)
        mixerOutputFilePlayer.scheduleFile(file, at: nil) { [weak self] in
            self?.delegate?.mixerOutputFilePlayerHasStopped()
        }
        mixerOutputFilePlayer.play()
    }

    // MARK: Session

    private func initAVAudioSession() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback)
        try session.setPreferredSampleRate(44100)
        try session.setPreferredIOBufferDuration(0.0029)
        try session.setActive(true)
    }

    private func observe() {
        let center = NotificationCenter.default
        let session = AVAudioSession.sharedInstance()
        observers = [
            center.addObserver(forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil) {
                [weak self] _ in self?.handleConfigurationChange()
            },
            center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: nil) {
                [weak self] notification in self?.handleInterruption(notification)
            },
            center.addObserver(forName: AVAudioSession.routeChangeNotification, object: session, queue: nil) {
                [weak self] notification in self?.handleRouteChange(notification)
            },
            center.addObserver(forName: AVAudioSession.mediaServicesWereResetNotification, object: session, queue: nil)
            { [weak self] _ in self?.handleMediaServicesReset() },
        ]
    }

    private func handleConfigurationChange() {
        isConfigChangePending = true
        if !isSessionInterrupted {
            isConfigChangePending = false
            do { try startEngine() } catch { NSLog("cannot start: %@", "\(error)") }
        }
        delegate?.engineConfigurationHasChanged()
    }

    private func handleInterruption(_ notification: Notification) {
        let value = notification.userInfo![AVAudioSessionInterruptionTypeKey] as! UInt
        switch AVAudioSession.InterruptionType(rawValue: value)! {
        case .began:
            isSessionInterrupted = true
            drumPlayer.stop()
            marimbaPlayer.stop()
            stopRecordingMixerOutput()
            delegate?.engineWasInterrupted()
        case .ended:
            do {
                try AVAudioSession.sharedInstance().setActive(true)
                isSessionInterrupted = false
                if isConfigChangePending { handleConfigurationChange() }
            } catch { NSLog("cannot activate: %@", "\(error)") }
        @unknown default:
            break
        }
    }

    private(set) var routeChangeReasons: [AVAudioSession.RouteChangeReason] = []

    private func handleRouteChange(_ notification: Notification) {
        guard let value = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt,
            let reason = AVAudioSession.RouteChangeReason(rawValue: value)
        else { return }
        routeChangeReasons.append(reason)
    }

    private func handleMediaServicesReset() {
        createEngineAndAttachNodes()
        makeEngineConnections()
        setNodeDefaults()
        try? startEngine()
    }
}
