import AVFAudio
import Foundation
import Testing

/// A program's own nodes, by the initialisers that Apple's classes inherit.
private final class Marker: AVAudioNode, @unchecked Sendable {
    let label: String

    override init() {
        label = "marker"
        super.init()
    }
}

private final class Holder: AVAudioUnit, @unchecked Sendable {}

@Suite struct NodeShapeTests {
    @Test func nodesAndUnitsAreMadeWithoutAnything() throws {
        #expect(Marker().label == "marker")
        let offline = try OfflineEngine()
        for node in [AVAudioNode(), Marker(), AVAudioUnit(), Holder()] {
            offline.engine.attach(node)
            #expect(node.engine === offline.engine && node.numberOfOutputs == 1)
        }
        let silent = AVAudioNode()
        offline.engine.attach(silent)
        offline.engine.connect(silent, to: offline.engine.mainMixerNode, format: offline.format)
        try offline.engine.start()
        #expect(try offline.render(100) == [zeros(100), zeros(100)])
    }

    @Test func aManagerOfItsOwnKnowsWhatTheSharedOneKnows() {
        // Other tests register units of other makers meanwhile.
        var description = AudioComponentDescription()
        description.componentManufacturer = kAudioUnitManufacturer_Apple
        let own = AVAudioUnitComponentManager().components(matching: description).map(\.name)
        #expect(
            !own.isEmpty && own == AVAudioUnitComponentManager.shared().components(matching: description).map(\.name))
    }

    @Test func timeEffectsAreMadeByTheirCodes() {
        var description = AudioComponentDescription()
        description.componentType = kAudioUnitType_FormatConverter
        description.componentManufacturer = kAudioUnitManufacturer_Apple
        description.componentSubType = kAudioUnitSubType_NewTimePitch
        let stretch = AVAudioUnitTimePitch(audioComponentDescription: description)
        stretch.rate = 1.5
        stretch.pitch = 300
        #expect(stretch.rate == 1.5 && stretch.pitch == 300)
        #expect(stretch.audioComponentDescription.componentSubType == kAudioUnitSubType_NewTimePitch)
        description.componentSubType = kAudioUnitSubType_Varispeed
        let tape = AVAudioUnitVarispeed(audioComponentDescription: description)
        tape.rate = 2
        #expect(tape.rate == 2)
    }
}
