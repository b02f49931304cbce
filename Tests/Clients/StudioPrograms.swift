// Small programs around the engine, as they are written for iOS: a player that follows its route, a recorder of several inputs,
// a reader of audio books, a limiter set up by the older interface, and a synthesiser with a mistake.

// swift-format-ignore-file: NeverForceUnwrap

import AVFoundation
import AudioToolbox

/// Plays a loop on the current route, and begins again by itself when the route has changed.
final class RouteFollowingPlayer: NSObject, @unchecked Sendable {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    private let loop: AVAudioPCMBuffer
    private(set) var formats: [AVAudioFormat] = []
    private var observer: (any NSObjectProtocol)?

    init(loop: AVAudioPCMBuffer) throws {
        self.loop = loop
        super.init()
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback, mode: .default)
        try session.setActive(true)
        engine.attach(player)
        observer = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { [weak self] _ in self?.configurationChanged() }
        try begin()
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    private func begin() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setPreferredOutputNumberOfChannels(session.maximumOutputNumberOfChannels)
        formats.append(engine.outputNode.outputFormat(forBus: 0))
        engine.connect(player, to: engine.mainMixerNode, format: loop.format)
        engine.prepare()
        try engine.start()
        player.scheduleBuffer(loop, at: nil, options: .loops)
        player.play()
    }

    private func configurationChanged() {
        // The engine has stopped; players begin anew.
        guard !engine.isRunning else { return }
        try? begin()
    }
}

/// Records each input of an interface into a file of its own.
final class MultitrackRecorder: @unchecked Sendable {
    let engine = AVAudioEngine()
    private(set) var urls: [URL] = []
    private var files: [AVAudioFile] = []

    func start(in folder: URL, tracks: Int) throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, options: [.defaultToSpeaker, .allowBluetoothA2DP])
        try session.setActive(true)
        try session.setPreferredInputNumberOfChannels(min(tracks, session.maximumInputNumberOfChannels))
        let input = engine.inputNode
        let format = input.outputFormat(forBus: 0)
        for track in 0..<Int(format.channelCount) {
            let url = folder.appendingPathComponent("track-\(track).caf")
            let settings: [String: Any] = [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: format.sampleRate, AVNumberOfChannelsKey: 1,
                AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
            ]
            urls.append(url)
            files.append(try AVAudioFile(forWriting: url, settings: settings))
        }
        input.installTap(onBus: 0, bufferSize: 4096, format: format) { [unowned self] buffer, _ in
            for (track, file) in files.enumerated() {
                guard let mono = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: buffer.frameLength)
                else { continue }
                mono.frameLength = buffer.frameLength
                memcpy(
                    mono.floatChannelData![0], buffer.floatChannelData![track],
                    Int(buffer.frameLength) * MemoryLayout<Float>.size)
                try? file.write(from: mono)
            }
        }
        try engine.start()
    }

    func stop() {
        engine.inputNode.removeTap(onBus: 0)
        engine.stop()
        files.removeAll()
    }
}

/// Reads a book faster than it was spoken, and knows where it is.
final class BookReader: @unchecked Sendable {
    let engine = AVAudioEngine()
    private let player = AVAudioPlayerNode()
    private let speed = AVAudioUnitTimePitch()
    private let file: AVAudioFile
    private var seekFrame: AVAudioFramePosition = 0

    init(url: URL) throws {
        file = try AVAudioFile(forReading: url)
        engine.attach(player)
        engine.attach(speed)
        engine.connect(player, to: speed, format: file.processingFormat)
        engine.connect(speed, to: engine.mainMixerNode, format: file.processingFormat)
        speed.rate = 1.5
        try AVAudioSession.sharedInstance().setCategory(.playback, mode: .spokenAudio)
        try AVAudioSession.sharedInstance().setActive(true)
        try engine.start()
    }

    /// Seconds of the book.
    var currentTime: Double {
        guard let nodeTime = player.lastRenderTime, let playerTime = player.playerTime(forNodeTime: nodeTime) else {
            return Double(seekFrame) / file.processingFormat.sampleRate
        }
        return Double(seekFrame + playerTime.sampleTime) / file.processingFormat.sampleRate
    }

    func play() {
        player.scheduleSegment(
            file, startingFrame: seekFrame, frameCount: AVAudioFrameCount(file.length - seekFrame), at: nil)
        player.play()
    }

    func seek(to seconds: Double) {
        seekFrame = AVAudioFramePosition(seconds * file.processingFormat.sampleRate)
        player.stop()
        play()
    }
}

/// A limiter behind the mixer, set up by the older interface's calls.
final class LoudPlayer: @unchecked Sendable {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    let limiter = AVAudioUnitEffect(
        audioComponentDescription: AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_PeakLimiter,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))

    init(format: AVAudioFormat) throws {
        engine.attach(player)
        engine.attach(limiter)
        engine.connect(player, to: limiter, format: format)
        engine.connect(limiter, to: engine.mainMixerNode, format: format)
        set(kLimiterParam_PreGain, to: 12)
        set(kLimiterParam_AttackTime, to: 0.001)
        try AVAudioSession.sharedInstance().setCategory(.playback)
        try engine.start()
    }

    func set(_ parameter: AudioUnitParameterID, to value: Float) {
        let status = AudioUnitSetParameter(limiter.audioUnit, parameter, kAudioUnitScope_Global, 0, value, 0)
        assert(status == noErr)
    }

    /// Left and right change places on the way out.
    func swapSides() throws {
        var map: [Int32] = [1, 0]
        let status = AudioUnitSetProperty(
            engine.outputNode.audioUnit!, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Global, 0, &map,
            UInt32(MemoryLayout<Int32>.size * map.count))
        assert(status == noErr)
        engine.stop()
        try engine.start()
    }
}

/// Voices by source nodes; one of them divides by nothing.
final class WrongSynthesiser: @unchecked Sendable {
    let engine = AVAudioEngine()
    let good: AVAudioSourceNode
    let bad: AVAudioSourceNode

    init() throws {
        let rate = engine.outputNode.outputFormat(forBus: 0).sampleRate
        let format = AVAudioFormat(
            commonFormat: .pcmFormatFloat32, sampleRate: rate, channels: 1, interleaved: false)
        nonisolated(unsafe) var phase: Float = 0
        good = AVAudioSourceNode { _, _, frameCount, audioBufferList -> OSStatus in
            let list = UnsafeMutableAudioBufferListPointer(audioBufferList)
            for frame in 0..<Int(frameCount) {
                let value = sin(phase) * 0.25
                phase += 2 * .pi * 440 / Float(rate)
                if phase >= 2 * .pi { phase -= 2 * .pi }
                for buffer in list {
                    let samples: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(buffer)
                    samples[frame] = value
                }
            }
            return noErr
        }
        bad = AVAudioSourceNode { _, _, frameCount, audioBufferList -> OSStatus in
            for buffer in UnsafeMutableAudioBufferListPointer(audioBufferList) {
                let samples: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(buffer)
                for frame in 0..<Int(frameCount) { samples[frame] = Float(frame % 7 == 3 ? frame : 0) / 0 }
            }
            return noErr
        }
        for node in [good, bad] {
            engine.attach(node)
            engine.connect(node, to: engine.mainMixerNode, format: format)
        }
        engine.mainMixerNode.outputVolume = 0.5
        try AVAudioSession.sharedInstance().setCategory(.playback)
        try engine.start()
    }
}
