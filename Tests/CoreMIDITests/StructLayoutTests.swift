import CStructLayouts
import CoreMIDI
import StructLayouts
import Testing

/// The structs lie in memory as C has them: packets travel in lists of bytes.
@Suite struct StructLayoutTests {
    static let inC = StructLayout.ofC(CStructLayoutsOfCoreMIDI())

    static let inSwift = [
        StructLayout(MIDIPacket.self),
        StructLayout(MIDIPacketList.self),
        StructLayout(MIDISysexSendRequest.self),
        StructLayout(MIDISysexSendRequestUMP.self),
        StructLayout(MIDINotification.self),
        StructLayout(MIDIObjectAddRemoveNotification.self),
        StructLayout(MIDIObjectPropertyChangeNotification.self),
        StructLayout(MIDIIOErrorNotification.self),
        StructLayout(MIDIValueMap.self),
        StructLayout(MIDITransform.self),
        StructLayout(MIDIControlTransform.self),
        StructLayout(MIDIThruConnectionEndpoint.self),
        StructLayout(MIDIThruConnectionParams.self),
        StructLayout(MIDIMessage_64.self),
        StructLayout(MIDIMessage_96.self),
        StructLayout(MIDIMessage_128.self),
        StructLayout(MIDIUniversalMessage.self),
        StructLayout(MIDI2DeviceManufacturer.self),
        StructLayout(MIDI2DeviceRevisionLevel.self),
        StructLayout(MIDICIDeviceIdentification.self),
        StructLayout(MIDICIProfileIDStandard.self),
        StructLayout(MIDICIProfileIDManufacturerSpecific.self),
        StructLayout(MIDICIProfileID.self),
    ]

    /// Types that Swift has alone.
    static let withoutC: Set<String> = [
        "UnsafeMutableMIDIEventListPointer",  // points to a list
        "UnsafeMutableMIDIEventPacketPointer",  // points to a packet
        "UnsafeMutableMIDIPacketListPointer",  // points to a list
        "UnsafeMutableMIDIPacketPointer",  // points to a packet
    ]

    @Test(arguments: inSwift) func aStructLiesInMemoryAsInC(layout: StructLayout) {
        #expect(layout == Self.inC[layout.name])
    }

    /// A struct that is declared later has to be compared as well.
    @Test func everyStructIsCompared() throws {
        let declared = try DeclaredStructs.names(shims: ["CCoreMIDI"], frameworks: ["CoreMIDI"])
        #expect(declared.subtracting(Self.withoutC) == Set(Self.inSwift.map(\.name)))
    }
}
