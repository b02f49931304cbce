// swift-format-ignore-file
import AVFAudio
import AudioToolbox

enum MatrixAndSpatialUnits {
    static func run() throws {
        for sub in [kAudioUnitSubType_MultiChannelMixer, kAudioUnitSubType_MatrixMixer, kAudioUnitSubType_SpatialMixer] {
            nonisolated(unsafe) var made: AVAudioUnit?
            AVAudioUnit.instantiate(
                with: AudioComponentDescription(
                    componentType: kAudioUnitType_Mixer, componentSubType: sub,
                    componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
            ) { unit, error in
                check(error == nil, "\(String(describing: error))")
                DispatchQueue.main.async { made = unit }
            }
            wait { made != nil }
            let mixer = made!
            let engine = AVAudioEngine()
            engine.attach(mixer)
            engine.connect(mixer, to: engine.mainMixerNode, format: nil)
            let players = (0..<2).map { _ in AVAudioPlayerNode() }
            let mono = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: sub == kAudioUnitSubType_SpatialMixer ? 1 : 2)
            for (bus, player) in players.enumerated() {
                engine.attach(player)
                engine.connect(player, to: mixer, fromBus: 0, toBus: bus, format: mono)
            }
            try engine.start()
            players.forEach { $0.play() }
            engine.stop()
        }
    }
}
