import AudioToolbox
import Testing

/// A program that imports AudioToolbox alone has what Apple's module brings.
@Suite struct ReexportTests {
    @Test func theModuleAloneBringsFoundationDispatchAndTheBridges() throws {
        let url = URL(fileURLWithPath: "/nowhere/sound.caf")
        let queue = DispatchQueue(label: "test")
        var failure: NSError?
        let place: NSErrorPointer = withUnsafeMutablePointer(to: &failure) { $0 }
        var file: AudioFileID?
        let status = queue.sync { AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) }
        place?.pointee = NSError(domain: NSOSStatusErrorDomain, code: Int(status))
        #expect(status != noErr && file == nil && Data([1]).count == 1)
        let bridged: CFTypeRef = "name" as CFString
        #expect(bridged is NSString)
    }

    @Test(arguments: [
        (kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput),
        (kAudioUnitType_Effect, kAudioUnitSubType_AUiPodEQ),
        (kAudioUnitType_Effect, kAudioUnitSubType_NewTimePitch),
        (kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch),
    ])
    func unitsOfOlderAndOtherProgramsAreFound(_ type: OSType, _ subtype: OSType) throws {
        var description = AudioComponentDescription(
            componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
        let component = try #require(AudioComponentFindNext(nil, &description))
        var found = AudioComponentDescription()
        #expect(AudioComponentGetDescription(component, &found) == noErr)
        #expect(found.componentType == type && found.componentSubType == subtype)
        #expect(AudioComponentCount(&description) == 1)
        // The hardware's unit belongs to a device, which no test of this bundle opens.
        if type != kAudioUnitType_Output {
            let unit = try AUAudioUnit(componentDescription: description)
            #expect(unit.componentDescription.componentSubType == subtype)
            #expect(unit.componentDescription.componentType == type)
        }
    }
}
