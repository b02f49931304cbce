import AudioToolbox
import Foundation
import Testing

extension Conformance {
    /// AudioConverter in C: samples, statuses, properties.
    @Suite struct CConverters {
        private func converter(
            _ source: AudioStreamBasicDescription, _ target: AudioStreamBasicDescription
        ) throws -> AudioConverterRef {
            var (source, target, made) = (source, target, AudioConverterRef?.none)
            let status = AudioConverterNew(&source, &target, &made)
            try #require(status == noErr, "\(status)")
            return try #require(made)
        }

        @Test(arguments: [8, 16, 24, 32] as [UInt32])
        func integersBecomeFloats(bits: UInt32) throws {
            let made = try converter(
                linear(bits: bits, channels: 1), linear(bits: 32, channels: 1, isFloat: true))
            defer { AudioConverterDispose(made) }
            // The smallest, minus a quarter, 0, a half.
            let values = [Int64(-1) << (bits - 1), Int64(-1) << (bits - 3), 0, Int64(1) << (bits - 2)]
            let input = values.flatMap { value in (0..<bits / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
            var (output, size) = ([Float](repeating: 9, count: 4), UInt32(16))
            let status = AudioConverterConvertBuffer(made, UInt32(input.count), input, &size, &output)
            check("\(bits)-bit integers to floats: status", status, is: noErr)
            check("\(bits)-bit integers to floats: bytes", size, is: 16)
            check("\(bits)-bit integers to floats", output, is: [-1, -0.25, 0, 0.5])
        }

        @Test(arguments: [false, true])
        func theOrderOfBytesIsChanged(toBig: Bool) throws {
            let (little, big) = (linear(bits: 16, channels: 1), linear(bits: 16, channels: 1, isBigEndian: true))
            let made = try converter(toBig ? little : big, toBig ? big : little)
            defer { AudioConverterDispose(made) }
            let input: [UInt8] = [1, 2, 3, 4, 0xFE, 0xFF]
            var (output, size) = ([UInt8](repeating: 0, count: 6), UInt32(6))
            let status = AudioConverterConvertBuffer(made, 6, input, &size, &output)
            check("order of bytes, \(toBig ? "to" : "from") big-endian: status", status, is: noErr)
            check("order of bytes, \(toBig ? "to" : "from") big-endian", output, is: [2, 1, 4, 3, 0xFF, 0xFE])
        }

        @Test(arguments: [
            kAudioConverterPropertyMinimumInputBufferSize, kAudioConverterPropertyMinimumOutputBufferSize,
            kAudioConverterPropertyMaximumInputPacketSize, kAudioConverterPropertyMaximumOutputPacketSize,
        ])
        func sizesOfBuffersAreKnown(property: AudioConverterPropertyID) throws {
            let made = try converter(linear(bits: 16), linear(bits: 32, isFloat: true))
            defer { AudioConverterDispose(made) }
            var (value, size) = (UInt32(0), UInt32(4))
            let status = AudioConverterGetProperty(made, property, &size, &value)
            record("converter property \(property): status", status)
            record("converter property \(property)", value)
            check("size of converter property \(property)", size, is: 4)
        }

        @Test func formatsAreGivenBack() throws {
            let made = try converter(linear(bits: 16), linear(bits: 32, isFloat: true))
            defer { AudioConverterDispose(made) }
            for (property, bits) in [
                (kAudioConverterCurrentInputStreamDescription, UInt32(16)),
                (kAudioConverterCurrentOutputStreamDescription, 32),
            ] {
                var format = AudioStreamBasicDescription()
                var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
                let status = AudioConverterGetProperty(made, property, &size, &format)
                check("stream description of \(bits) bits: status", status, is: noErr)
                check("stream description of \(bits) bits", format.mBitsPerChannel, is: bits)
            }
        }

        @Test func unknownFormatsAreRefused() {
            var (source, target) = (linear(bits: 16), linear(bits: 16))
            target.mFormatID = code("????")
            var made: AudioConverterRef?
            let status = AudioConverterNew(&source, &target, &made)
            check("converter to a format that there is not", status, is: kAudioConverterErr_FormatNotSupported)
        }

        @Test func unknownPropertiesAreRefused() throws {
            let made = try converter(linear(bits: 16), linear(bits: 32, isFloat: true))
            defer { AudioConverterDispose(made) }
            var (value, size) = (UInt32(0), UInt32(4))
            let status = AudioConverterGetProperty(made, code("????"), &size, &value)
            check("a converter property that there is not", status, is: kAudioConverterErr_PropertyNotSupported)
        }

        @Test(arguments: [1, 100, 441])
        func theInputProcedureIsAskedForWhatIsNeeded(frames: UInt32) throws {
            final class Source {
                var samples = ramp(1..<1001)
                var place = 0
                var asked: [UInt32] = []
            }
            let float = linear(bits: 32, channels: 1, isFloat: true)
            let made = try converter(float, linear(bits: 16, channels: 1))
            defer { AudioConverterDispose(made) }
            let source = Source()
            let input: AudioConverterComplexInputDataProc = { _, count, list, _, context in
                guard let context else { return -1 }
                let source = Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
                source.asked.append(count.pointee)
                let available = min(Int(count.pointee), source.samples.count - source.place)
                source.samples.withUnsafeMutableBytes { bytes in
                    list.pointee.mBuffers.mData = bytes.baseAddress.map { $0 + 4 * source.place }
                }
                list.pointee.mBuffers.mDataByteSize = UInt32(4 * available)
                list.pointee.mBuffers.mNumberChannels = 1
                count.pointee = UInt32(available)
                source.place += available
                return noErr
            }
            var (output, packets) = ([Int16](repeating: 0, count: Int(frames)), frames)
            let status = output.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList()
                list.mNumberBuffers = 1
                list.mBuffers = AudioBuffer(mNumberChannels: 1, mDataByteSize: 2 * frames, mData: bytes.baseAddress)
                let context = Unmanaged.passUnretained(source).toOpaque()
                return AudioConverterFillComplexBuffer(made, input, context, &packets, &list, nil)
            }
            check("\(frames) packets: status", status, is: noErr)
            check("\(frames) packets: count", packets, is: frames)
            check("\(frames) packets: samples", output.map(Int.init), is: Array(1...Int(frames)))
            record("\(frames) packets: asked for", source.asked.map { "\($0)" }.joined(separator: " "))
        }
    }
}
