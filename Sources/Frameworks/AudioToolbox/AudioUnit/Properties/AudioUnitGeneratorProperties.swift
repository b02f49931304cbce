import CoreAudioTypes
import Foundation
import SordinoGraph

// The properties of the generators and of the matrix mixer.

extension UnitPropertyPlace {
    /// Returns the generator behind the unit.
    ///
    /// - Parameter kind: The kind of generator; nil for either.
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
