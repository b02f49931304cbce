import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoRealtime
import Synchronization

// Properties for hosts: presets, tempo and transport, names, layouts, frequency responses.

/// The version of the AudioToolbox headers.
public var AUDIO_TOOLBOX_VERSION: Int32 { 1060 }
/// The version of the AudioUnit headers.
public var AUDIO_UNIT_VERSION: Int32 { 1070 }

// The owner of the C struct is this package itself.
// swift-format-ignore: AvoidRetroactiveConformances
extension HostCallbackInfo: @retroactive @unchecked Sendable {}

extension HostCallbackInfo {
    /// The block for version 3 units that calls the host's functions for tempo and beats; nil without such functions.
    var musicalContextBlock: AUHostMusicalContextBlock? {
        guard beatAndTempoProc != nil || musicalTimeLocationProc != nil else { return nil }
        let host = self
        return { tempo, numerator, denominator, beat, offset, downbeat in
            var isKnown = false
            if let proc = host.beatAndTempoProc {
                var (beats, speed) = (0.0, 0.0)
                if proc(host.hostUserData, &beats, &speed) == noErr {
                    beat?.pointee = beats
                    tempo?.pointee = speed
                    isKnown = true
                }
            }
            if let proc = host.musicalTimeLocationProc {
                var (frames, above, below, start): (UInt32, Float32, UInt32, Float64) = (0, 0, 0, 0)
                if proc(host.hostUserData, &frames, &above, &below, &start) == noErr {
                    offset?.pointee = Int(frames)
                    numerator?.pointee = Double(above)
                    denominator?.pointee = Int(below)
                    downbeat?.pointee = start
                    isKnown = true
                }
            }
            return isKnown
        }
    }

    /// The block for version 3 units that calls the host's functions for the transport; nil without such functions.
    var transportStateBlock: AUHostTransportStateBlock? {
        guard transportStateProc != nil || transportStateProc2 != nil else { return nil }
        let host = self
        return { flags, sample, start, end in
            var (plays, records, hasChanged, repeats): (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
            var (position, first, last) = (0.0, 0.0, 0.0)
            var status = kAudio_ParamError
            if let proc = host.transportStateProc2 {
                status = proc(host.hostUserData, &plays, &records, &hasChanged, &position, &repeats, &first, &last)
            } else if let proc = host.transportStateProc {
                status = proc(host.hostUserData, &plays, &hasChanged, &position, &repeats, &first, &last)
            }
            guard status == noErr else { return false }
            var state: AUHostTransportStateFlags = []
            if plays != 0 { state.insert(.moving) }
            if records != 0 { state.insert(.recording) }
            if hasChanged != 0 { state.insert(.changed) }
            if repeats != 0 { state.insert(.cycling) }
            flags?.pointee = state
            sample?.pointee = position
            start?.pointee = first
            end?.pointee = last
            return true
        }
    }
}

/// The C structs of factory presets, allocated once for each list and kept for the life of the process.
private enum PresetMemory {
    private struct Kept: Sendable {
        var lists: [[String]: Lent<[UnsafeRawPointer]>] = [:]
    }
    private static let kept = Mutex(Kept())

    static func array(_ presets: [AUAudioUnitPreset]) -> NSArray {
        let names = presets.map { ($0.number, $0.name) }
        let key = names.map { "\($0) \($1)" }
        return NSArray.holding(
            kept.withLock { kept -> Lent<[UnsafeRawPointer]> in
                if let known = kept.lists[key] { return known }
                let made = names.map { number, name in
                    let place = UnsafeMutablePointer<AUPreset>.allocate(capacity: 1)
                    place.initialize(
                        to: AUPreset(
                            presetNumber: Int32(clamping: number), presetName: .passRetained(name as NSString)))
                    return UnsafeRawPointer(place)
                }
                kept.lists[key] = Lent(made)
                return Lent(made)
            }.value)
    }
}

extension UnitPropertyPlace {
    /// The top-level groups of the parameter tree, which the properties number from 1.
    var clumps: [AUParameterGroup] {
        (unit.parameterTree?.children ?? []).compactMap { $0 as? AUParameterGroup }
    }
}

extension UnitProperty {
    static var hosts: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_FactoryPresets: value(
                Unmanaged<CFArray>?.self,
                read: { place throws(UnitPropertyError) in
                    guard let presets = place.unit.factoryPresets, !presets.isEmpty else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
                    }
                    return .passRetained(PresetMemory.array(presets))
                }),
            kAudioUnitProperty_HostCallbacks: value(
                HostCallbackInfo.self,
                write: { place, host throws(UnitPropertyError) in
                    place.unit.musicalContextBlock = host.musicalContextBlock
                    place.unit.transportStateBlock = host.transportStateBlock
                }),
            kAudioUnitProperty_NickName: value(
                Unmanaged<NSString>?.self,
                read: { place throws(UnitPropertyError) in
                    place.unit.kept.nickName.map { .passRetained($0 as NSString) }
                },
                write: { place, name throws(UnitPropertyError) in
                    let pointer = name?.toOpaque()
                    let text = ClientObject.text(pointer)
                    guard pointer == nil || text != nil else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
                    }
                    place.unit.kept.nickName = text
                }),
            kAudioUnitProperty_DependentParameters: list { place throws(UnitPropertyError) in
                let parameter = try place.parameter(AudioUnitParameterID(place.element), element: nil)
                return (parameter.dependentParameters ?? []).map {
                    let address = $0.uint64Value
                    return AUDependentParameter(
                        mScope: UInt32(truncatingIfNeeded: address >> 32 & 0xFF),
                        mParameterID: UInt32(truncatingIfNeeded: address))
                }
            },
            kAudioUnitProperty_ParameterClumpName: clumpName,
            kAudioUnitProperty_FrequencyResponse: response,
        ]
    }

    private static var clumpName: UnitProperty {
        var property = UnitProperty { _ throws(UnitPropertyError) in MemoryLayout<AudioUnitParameterNameInfo>.size }
        property.read = { place, data throws(UnitPropertyError) in
            let question = data.assumingMemoryBound(to: AudioUnitParameterNameInfo.self)
            let index = Int(question.pointee.inID) - 1
            guard place.clumps.indices.contains(index) else {
                throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
            }
            let length = Int(question.pointee.inDesiredLength)
            let name = place.clumps[index].displayName
            question.pointee.outName = .passRetained((length < 0 ? name : String(name.prefix(length))) as NSString)
        }
        return property
    }

    private static var response: UnitProperty {
        var property = UnitProperty { place throws(UnitPropertyError) in
            guard FrequencyResponse.isKnown(place.unit) else { throw UnitPropertyError(kAudioUnitErr_InvalidProperty) }
            return MemoryLayout<AudioUnitFrequencyResponseBin>.stride
        }
        property.readCounted = { place, data, byteCount throws(UnitPropertyError) in
            let bins = UnsafeMutableBufferPointer(
                start: data.assumingMemoryBound(to: AudioUnitFrequencyResponseBin.self),
                count: min(byteCount / MemoryLayout<AudioUnitFrequencyResponseBin>.stride, kNumberOfResponseFrequencies)
            )
            let end = bins.firstIndex { !($0.mFrequency >= 0) } ?? bins.count
            guard let response = FrequencyResponse(of: place.unit) else {
                throw UnitPropertyError(kAudioUnitErr_CannotDoInCurrentContext)
            }
            for index in 0..<end { bins[index].mMagnitude = response.decibels(at: bins[index].mFrequency) }
            return byteCount
        }
        return property
    }

    // MARK: Layouts

    static var layouts: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_AudioChannelLayout: layout,
            kAudioUnitProperty_SupportedChannelLayoutTags: list { place throws(UnitPropertyError) in
                let tags = try place.bus.supportedChannelLayoutTags
                guard let tags else { throw UnitPropertyError(kAudioUnitErr_InvalidProperty) }
                return tags.map { AudioChannelLayoutTag(truncatingIfNeeded: $0.uint64Value) }
            },
        ]
    }

    private static var layout: UnitProperty {
        let header = MemoryLayout<AudioChannelLayout>.size - MemoryLayout<AudioChannelDescription>.stride
        func byteCount(_ layout: AVAudioChannelLayout) -> Int {
            let count = Int(layout.layout.pointee.mNumberChannelDescriptions)
            return max(
                MemoryLayout<AudioChannelLayout>.size, header + count * MemoryLayout<AudioChannelDescription>.stride)
        }
        func present(_ place: UnitPropertyPlace) throws(UnitPropertyError) -> AVAudioChannelLayout {
            let format = try place.bus.format
            if let layout = format.channelLayout { return layout }
            let tags = [1: kAudioChannelLayoutTag_Mono, 2: kAudioChannelLayoutTag_Stereo]
            let tag = tags[Int(format.channelCount)] ?? kAudioChannelLayoutTag_DiscreteInOrder | format.channelCount
            guard let layout = AVAudioChannelLayout(layoutTag: tag) else {
                throw UnitPropertyError(kAudioUnitErr_PropertyNotInUse)
            }
            return layout
        }
        var property = UnitProperty { place throws(UnitPropertyError) in byteCount(try present(place)) }
        property.byteCountToWrite = header
        property.read = { place, data throws(UnitPropertyError) in
            let layout = try present(place)
            let stored =
                header + Int(layout.layout.pointee.mNumberChannelDescriptions)
                * MemoryLayout<AudioChannelDescription>.stride
            data.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount(layout))
            data.copyMemory(from: layout.layout, byteCount: stored)
        }
        property.write = { place, data throws(UnitPropertyError) in
            let given = data.assumingMemoryBound(to: AudioChannelLayout.self)
            let count = Int(given.pointee.mNumberChannelDescriptions)
            guard count <= 1024, place.byteCount >= header + count * MemoryLayout<AudioChannelDescription>.stride else {
                throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
            }
            let layout = AVAudioChannelLayout(layout: given)
            let format = try place.bus.format
            guard layout.channelCount == format.channelCount else {
                throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
            }
            var description = format.streamDescription.pointee
            try place.setFormat(AVAudioFormat(streamDescription: &description, channelLayout: layout))
        }
        return property
    }
}
