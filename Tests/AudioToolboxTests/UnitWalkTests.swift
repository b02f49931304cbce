import AudioToolbox
import ByteMutation
import Foundation
import Testing

/// Random calls of every unit of the house in C: properties of any number, scope and size, parameters, rendering in any state.
@Suite struct UnitWalkTests {
    /// The units that render without hardware.
    private static let units: [AudioComponentDescription] = {
        var found: [AudioComponentDescription] = []
        var any = AudioComponentDescription()
        any.componentManufacturer = kAudioUnitManufacturer_Apple
        var component: AudioComponent?
        while let next = AudioComponentFindNext(component, &any) {
            component = next
            var description = AudioComponentDescription()
            AudioComponentGetDescription(next, &description)
            let types = [
                kAudioUnitType_Effect, kAudioUnitType_Mixer, kAudioUnitType_FormatConverter, kAudioUnitType_Generator,
                kAudioUnitType_MusicDevice,
            ]
            if types.contains(description.componentType) { found.append(description) }
        }
        return found
    }()

    /// Properties whose value holds an address that must lead somewhere.
    private static let questions: Set<AudioUnitPropertyID> = [
        kAudioUnitProperty_ParameterStringFromValue, kAudioUnitProperty_ParameterValueFromString,
        kAudioUnitProperty_ScheduledFileIDs, kAudioUnitProperty_ScheduleAudioSlice,
        kAudioUnitProperty_ScheduledFileRegion,
    ]

    private static func property(_ walk: inout CallWalk) -> AudioUnitPropertyID {
        switch walk.below(6) {
        case 0, 1, 2: UInt32(walk.below(120))
        case 3: UInt32(2_000 + walk.below(130))
        case 4: UInt32(3_000 + walk.below(320))
        default: walk.word(0...6_000)
        }
    }

    @Test(arguments: CallWalk.seeds) func unitsAnswerEverythingAndNeverSendWhatIsNoNumber(seed: UInt64) throws {
        var walk = CallWalk(seed: seed)
        #expect(Self.units.count > 20)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { memory.deallocate() }
        for description in Self.units {
            let unit = try UnitHandle(description.componentType, description.componentSubType)
            let name = "seed \(seed), \(String(description.componentSubType, radix: 16))"
            for bus in 0..<4 as Range<UInt32> { _ = unit.feed(bus) { frame, _, _ in frame % 2 == 0 ? 0.25 : -0.25 } }
            for _ in 0..<CallWalk.steps(120) {
                let (scope, element) = (walk.word(0...5), walk.word(0...4))
                let id = Self.property(&walk)
                switch walk.below(12) {
                case 0: AudioUnitInitialize(unit.unit)
                case 1 where walk.oneIn(4): AudioUnitUninitialize(unit.unit)
                case 2: AudioUnitReset(unit.unit, scope, element)
                case 3:
                    var size: UInt32 = 0
                    var isWritable = DarwinBoolean(false)
                    AudioUnitGetPropertyInfo(unit.unit, id, scope, element, &size, &isWritable)
                case 4, 5:
                    guard !Self.questions.contains(id) else { continue }
                    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 65_536)
                    var size = walk.oneIn(3) ? UInt32(walk.below(64)) : 65_536
                    AudioUnitGetProperty(unit.unit, id, scope, element, memory, &size)
                case 6:
                    guard !Self.questions.contains(id), id != kAudioUnitProperty_SetRenderCallback,
                        id != kAudioUnitProperty_MakeConnection
                    else { continue }
                    // Zeros, or one small number: nothing stands for an address that leads nowhere.
                    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 65_536)
                    let isNumber = id == kAudioUnitProperty_ElementCount || walk.oneIn(2)
                    if isNumber { memory.storeBytes(of: UInt32(walk.below(3)), as: UInt32.self) }
                    AudioUnitSetProperty(unit.unit, id, scope, element, memory, isNumber ? 4 : UInt32(walk.below(9)))
                case 7, 8:
                    AudioUnitSetParameter(
                        unit.unit, walk.word(0...20), scope, element, Float(walk.number(-100...100)),
                        walk.oneIn(4) ? walk.word(0...600) : 0)
                case 9:
                    var value: Float = 0
                    AudioUnitGetParameter(unit.unit, walk.word(0...4_000), scope, element, &value)
                case 10:
                    var (frames, size) = (walk.word(1...4_096), UInt32(4))
                    if frames > 8_192 { frames = 8_192 }
                    AudioUnitSetProperty(
                        unit.unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &frames, size)
                    size = 4
                default:
                    let frames = [0, 1, 64, 512, 1_156, 9_000][walk.below(6)]
                    for bus in unit.render(frames, channels: 1 + walk.below(3)) {
                        #expect(bus?.joined().contains { $0.isNaN } != true, "\(name)")
                    }
                }
            }
        }
    }
}
