import AVAudioTypes
import AudioToolbox
import Foundation
import Synchronization
import Testing

/// Objects that programs hand over by their address: each property takes what can be told, and refuses what is no object.
@Suite struct ClientObjectTests {
    private let instrument: UnitHandle
    private let missing = URL(fileURLWithPath: "/nowhere/bank.sf2")
    /// The file named by the URL was looked for: the URL was understood.
    private let notFound: OSStatus = -43

    init() throws {
        instrument = try UnitHandle(kAudioUnitType_MusicDevice, kAudioUnitSubType_MIDISynth)
    }

    private func setBank(_ pointer: UnsafeRawPointer?, _ byteCount: Int) -> OSStatus {
        AudioUnitSetProperty(
            instrument.unit, kMusicDeviceProperty_SoundBankURL, kAudioUnitScope_Global, 0, pointer, UInt32(byteCount))
    }

    @Test func aBankIsNamedByAnObjectOrBySwiftsURL() throws {
        // As most public programs do.
        var url = missing
        #expect(setBank(&url, MemoryLayout<URL>.size) == notFound)
        var bridged = NSURL(fileURLWithPath: "/nowhere/bank.sf2") as URL
        #expect(setBank(&bridged, MemoryLayout<URL>.size) == notFound)
        var relative = try #require(URL(string: "bank.sf2", relativeTo: URL(fileURLWithPath: "/nowhere/")))
        #expect(setBank(&relative, MemoryLayout<URL>.size) == notFound)
        var object = missing as CFURL
        #expect(setBank(&object, MemoryLayout<CFURL>.size) == notFound)
        var boxed = missing as AnyObject
        #expect(setBank(&boxed, MemoryLayout<AnyObject>.size) == notFound)
        let kept = missing as CFURL
        var unmanaged = Unmanaged.passUnretained(kept)
        #expect(withExtendedLifetime(kept) { setBank(&unmanaged, MemoryLayout<Unmanaged<CFURL>>.size) } == notFound)
    }

    @Test func whatIsNoURLIsRefused() {
        var text = "/nowhere/bank.sf2" as CFString
        #expect(setBank(&text, 8) == kAudioUnitErr_InvalidPropertyValue)
        var words: (UInt, UInt) = (0, 0)
        #expect(setBank(&words, 16) == kAudioUnitErr_InvalidPropertyValue)
        for word in [1, 8, 4096, 0x7FFF_FFFF_FFF8, UInt.max, UInt.max - 7] as [UInt] {
            words = (word, word)
            #expect(setBank(&words, 16) == kAudioUnitErr_InvalidPropertyValue)
        }
        for size in [0, 1, 7] { #expect(setBank(&words, size) == kAudioUnitErr_InvalidPropertyValue) }
        #expect(setBank(nil, 8) == kAudioUnitErr_InvalidPropertyValue)
    }

    /// An address that Swift's bridging object has left: memory that is free, or is something else by now.
    @Test func anObjectThatIsGoneIsRefused() {
        // The first word of freed memory belongs to the heap.
        let gone = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
        gone.initializeMemory(as: UInt.self, repeating: 0x5A5A_5A5A_5A5A_5A58, count: 8)
        defer { gone.deallocate() }
        var pointer: UnsafeMutableRawPointer? = gone
        #expect(setBank(&pointer, 8) == kAudioUnitErr_InvalidPropertyValue)
        let sampler = try? UnitHandle(kAudioUnitType_MusicDevice, kAudioUnitSubType_Sampler)
        let url = Unmanaged<CFURL>.fromOpaque(gone)
        let bank = AUSamplerBankPresetData(bankURL: url, bankMSB: 0, bankLSB: 0, presetID: 0, reserved: 0)
        #expect(sampler?.set(kAUSamplerProperty_BankAndPreset, value: bank) == kAudioUnitErr_InvalidPropertyValue)
        let file = AUSamplerInstrumentData(
            fileURL: url, instrumentType: UInt8(kInstrumentType_Audiofile), bankMSB: 0, bankLSB: 0, presetID: 0)
        #expect(sampler?.set(kAUSamplerProperty_LoadInstrument, value: file) == kAudioUnitErr_InvalidPropertyValue)
    }

    /// Every property of every unit of the house, with every wrong size, and with words that are no objects.
    @Test func noPropertyOfAnyUnitTrustsItsBytes() throws {
        let units = [
            (kAudioUnitType_MusicDevice, kAudioUnitSubType_MIDISynth),
            (kAudioUnitType_MusicDevice, kAudioUnitSubType_Sampler),
            (kAudioUnitType_Mixer, kAudioUnitSubType_SpatialMixer),
            (kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer),
            (kAudioUnitType_Effect, kAudioUnitSubType_Delay),
            (kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch),
            (kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer),
        ]
        // Those that hold functions and memory of the program's, which would be called and read.
        let calls: Set<AudioUnitPropertyID> = [
            kAudioUnitProperty_SetRenderCallback, kAudioUnitProperty_MakeConnection, kAudioUnitProperty_HostCallbacks,
            kAudioOutputUnitProperty_SetInputCallback, kAudioUnitProperty_MIDIOutputCallback,
            kAudioUnitProperty_InputSamplesInOutput, kAudioUnitProperty_ScheduleAudioSlice,
            kAudioUnitProperty_ScheduledFileRegion, kAudioUnitProperty_ParameterStringFromValue,
        ]
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { memory.deallocate() }
        for (type, subtype) in units {
            let handle = try UnitHandle(type, subtype)
            let ids: [Range<AudioUnitPropertyID>] = [0..<100, 2000..<2140, 3000..<3140, 3300..<3320, 4100..<4110]
            for id in ids.joined() {
                for size in [0, 1, 7, 8, 16, 4096] as [UInt32] {
                    for pattern in [0x00, 0x5A, 0xFF] as [UInt8] {
                        memory.initializeMemory(as: UInt8.self, repeating: pattern, count: 65_536)
                        if calls.contains(id), pattern != 0 { continue }
                        var room = size
                        let status = AudioUnitGetProperty(handle.unit, id, kAudioUnitScope_Global, 0, memory, &room)
                        // No more is written than there is room for.
                        let isWithin = (0..<64).allSatisfy {
                            memory.load(fromByteOffset: Int(size) + $0, as: UInt8.self) == pattern
                        }
                        #expect(
                            isWithin && (status != noErr || room <= size), "property \(id), \(size) bytes: \(status)")
                        memory.initializeMemory(as: UInt8.self, repeating: pattern, count: 65_536)
                        guard !calls.contains(id) else { continue }
                        _ = AudioUnitSetProperty(handle.unit, id, kAudioUnitScope_Global, 0, memory, size)
                        let isUntouched = (0..<64).allSatisfy {
                            memory.load(fromByteOffset: $0, as: UInt8.self) == pattern
                        }
                        #expect(isUntouched, "property \(id), \(size) bytes")
                    }
                }
            }
        }
    }
}

extension UnitHandle {
    fileprivate func set<Value>(_ id: AudioUnitPropertyID, value: Value) -> OSStatus {
        set(id, kAudioUnitScope_Global, 0, value)
    }
}
