// swift-format-ignore-file
import AVFoundation

enum SessionProperties {
    static func run() throws {
        let s = AVAudioSession.sharedInstance()
        try s.setCategory(.playAndRecord, mode: .videoChat, options: [.mixWithOthers, .allowBluetoothA2DP, .allowAirPlay])
        try s.setPreferredIOBufferDuration(0.005)
        try s.setPreferredSampleRate(44_100)
        try s.setActive(true, options: [])
        check(s.category == .playAndRecord && s.mode == .videoChat, "\(s.category) \(s.mode)")
        check(s.categoryOptions.contains(.mixWithOthers), "\(s.categoryOptions)")
        check(s.sampleRate > 0 && s.ioBufferDuration > 0, "\(s.sampleRate) \(s.ioBufferDuration)")
        check(s.outputNumberOfChannels > 0 && s.inputNumberOfChannels > 0, "channels")
        check(s.isInputAvailable, "input")
        check(s.maximumInputNumberOfChannels >= 1, "maximum")
        check(s.outputVolume >= 0 && s.outputVolume <= 1, "volume")
        check(s.inputLatency >= 0 && s.outputLatency >= 0, "latency")
        check(s.availableCategories.contains(.ambient), "\(s.availableCategories)")
        check(s.availableModes.contains(.measurement), "\(s.availableModes)")
        _ = (s.isOtherAudioPlaying, s.secondaryAudioShouldBeSilencedHint, s.promptStyle, s.routeSharingPolicy)
        for port in s.currentRoute.outputs + s.currentRoute.inputs {
            check(!port.uid.isEmpty && !port.portName.isEmpty, "\(port)")
            for channel in port.channels ?? [] { check(channel.owningPortUID == port.uid, "\(channel)") }
        }
        if let inputs = s.availableInputs, let builtIn = inputs.first(where: { $0.portType == .builtInMic }) {
            try s.setPreferredInput(builtIn)
            if let source = builtIn.dataSources?.first { try builtIn.setPreferredDataSource(source) }
        }
        try s.overrideOutputAudioPort(.speaker)
        try s.overrideOutputAudioPort(.none)
        if s.isInputGainSettable { try s.setInputGain(0.5) }
        let token = s.observe(\.outputVolume, options: [.new]) { _, change in _ = change.newValue }
        token.invalidate()
        try s.setActive(false, options: .notifyOthersOnDeactivation)
    }
}
