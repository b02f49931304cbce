import CoreAudioTypes
import Foundation
import SordinoGraph

// Properties of the generators and of the matrix mixer.

/// Schedules sound in memory: a `ScheduledAudioSlice`, which with its buffers stays where it is until it is complete; write only.
public var kAudioUnitProperty_ScheduleAudioSlice: AudioUnitPropertyID { 3300 }

/// The start of a generator's time: an `AudioTimeStamp` with a sample time (-1: with the next block) or a host time.
public var kAudioUnitProperty_ScheduleStartTimeStamp: AudioUnitPropertyID { 3301 }

/// A generator's time: an `AudioTimeStamp`, whose sample time is -1 before it has begun; read only.
public var kAudioUnitProperty_CurrentPlayTime: AudioUnitPropertyID { 3302 }

/// The files of which parts may be played: `AudioFileID`s.
public var kAudioUnitProperty_ScheduledFileIDs: AudioUnitPropertyID { 3310 }

/// Schedules a part of a file: a `ScheduledAudioFileRegion`, which is copied; write only.
public var kAudioUnitProperty_ScheduledFileRegion: AudioUnitPropertyID { 3311 }

/// Reads ahead at once: frames, a `UInt32`, 0 for as many as the buffers hold; write only.
public var kAudioUnitProperty_ScheduledFilePrime: AudioUnitPropertyID { 3312 }

/// Frames of each buffer that `ScheduledFilePrime` fills: a `UInt32`.
public var kAudioUnitProperty_ScheduledFileBufferSizeFrames: AudioUnitPropertyID { 3313 }

/// The number of these buffers: a `UInt32`.
public var kAudioUnitProperty_ScheduledFileNumberBuffers: AudioUnitPropertyID { 3314 }

/// All volumes of a matrix mixer: `Float32`s, a row for each input channel with the crosspoints and then the input's volume; the last row
/// has the outputs' volumes and that of the whole.
public var kAudioUnitProperty_MatrixLevels: AudioUnitPropertyID { 3006 }

/// The total number of a matrix mixer's input channels, and of its output channels: two `UInt32`s; read only.
public var kAudioUnitProperty_MatrixDimensions: AudioUnitPropertyID { 3009 }

extension UnitPropertyPlace {
    /// The generator behind the unit.
    ///
    /// - Parameter kind: Nil for either.
    fileprivate func generator(
        _ kind: ScheduledPlayerBacking.Kind? = nil
    ) throws(UnitPropertyError) -> ScheduledPlayerBacking {
        guard let backing = unit.backing as? ScheduledPlayerBacking, kind == nil || backing.kind == kind else {
            throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
        }
        return backing
    }

    fileprivate var matrix: (mixer: MatrixMixer, inputs: Int, outputs: Int) {
        get throws(UnitPropertyError) {
            guard let mixer = (unit.backing as? ProcessorBacking)?.unit as? MatrixMixer else {
                throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
            }
            let inputs = unit.inputBusses.formats.reduce(0) { $0 + Int($1.channelCount) }
            let limit = MatrixMixer.channelLimit
            return (mixer, min(inputs, limit), min(Int(unit.outputBusses[0].format.channelCount), limit))
        }
    }
}

extension UnitProperty {
    static var generators: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_ScheduleAudioSlice: slices,
            kAudioUnitProperty_ScheduleStartTimeStamp: value(
                AudioTimeStamp.self,
                read: { place throws(UnitPropertyError) in try place.generator().startTime },
                write: { place, time throws(UnitPropertyError) in try place.generator().start(at: time) }),
            kAudioUnitProperty_CurrentPlayTime: value(
                AudioTimeStamp.self,
                read: { place throws(UnitPropertyError) in try place.generator().currentTime }),
            kAudioUnitProperty_ScheduledFileIDs: fileIDs,
            kAudioUnitProperty_ScheduledFileRegion: value(
                ScheduledAudioFileRegion.self,
                write: { place, region throws(UnitPropertyError) in try place.generator(.files).schedule(region) }),
            kAudioUnitProperty_ScheduledFilePrime: value(
                UInt32.self,
                write: { place, count throws(UnitPropertyError) in try place.generator(.files).prime(count) }),
            kAudioUnitProperty_ScheduledFileBufferSizeFrames: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in try place.generator(.files).bufferFrameCount },
                write: { place, count throws(UnitPropertyError) in
                    try place.generator(.files).bufferFrameCount = count
                }),
            kAudioUnitProperty_ScheduledFileNumberBuffers: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in try place.generator(.files).bufferCount },
                write: { place, count throws(UnitPropertyError) in try place.generator(.files).bufferCount = count }),
            kAudioUnitProperty_MatrixLevels: levels,
            kAudioUnitProperty_MatrixDimensions: list { place throws(UnitPropertyError) in
                let matrix = try place.matrix
                return [UInt32(matrix.inputs), UInt32(matrix.outputs)]
            },
        ]
    }

    private static var slices: UnitProperty {
        UnitProperty(
            byteCount: { _ throws(UnitPropertyError) in MemoryLayout<ScheduledAudioSlice>.size },
            write: { place, data throws(UnitPropertyError) in
                let slice = UnsafeMutableRawPointer(mutating: data).assumingMemoryBound(to: ScheduledAudioSlice.self)
                try place.generator(.slices).schedule(slice)
            })
    }

    private static var fileIDs: UnitProperty {
        var property = list { place throws(UnitPropertyError) in try place.generator(.files).files }
        property.byteCountToWrite = MemoryLayout<AudioFileID>.size
        property.write = { place, data throws(UnitPropertyError) in
            let backing = try place.generator(.files)
            let files = UnsafeBufferPointer(
                start: data.assumingMemoryBound(to: AudioFileID.self),
                count: place.byteCount / MemoryLayout<AudioFileID>.stride)
            guard files.allSatisfy({ AudioFileObject.all.object($0) != nil }) else {
                throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
            }
            backing.files = Array(files)
        }
        return property
    }

    /// The addresses of all volumes, row by row.
    private static func addresses(
        _ place: UnitPropertyPlace
    ) throws(UnitPropertyError) -> (mixer: MatrixMixer, addresses: [UInt64]) {
        let matrix = try place.matrix
        let id = kMatrixMixerParam_Volume
        var addresses: [UInt64] = []
        for input in 0..<matrix.inputs {
            for output in 0..<matrix.outputs {
                addresses.append(
                    ParameterSpec.address(id: id, scope: .global, element: UInt32(input << 16 | output)))
            }
            addresses.append(ParameterSpec.address(id: id, scope: .input, element: UInt32(input)))
        }
        for output in 0..<matrix.outputs {
            addresses.append(ParameterSpec.address(id: id, scope: .output, element: UInt32(output)))
        }
        addresses.append(ParameterSpec.address(id: id, scope: .global, element: MatrixMixer.wholeElement))
        return (matrix.mixer, addresses)
    }

    private static var levels: UnitProperty {
        var property = list { place throws(UnitPropertyError) in
            let (mixer, addresses) = try addresses(place)
            return addresses.map(mixer.value)
        }
        property.write = { place, data throws(UnitPropertyError) in
            let (mixer, addresses) = try addresses(place)
            for (index, address) in addresses.enumerated() {
                mixer.set(address, to: data.load(fromByteOffset: index * 4, as: Float32.self))
            }
        }
        return property
    }
}
