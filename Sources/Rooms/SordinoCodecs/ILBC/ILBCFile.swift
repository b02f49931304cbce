/// The file that holds one iLBC stream without timing: a magic line and packets (RFC 3952, 4.2).
package enum ILBCFile {
    /// Bytes before the first packet.
    package static var headerByteCount: Int { 9 }

    /// The facts of a file.
    package struct Layout: Equatable, Sendable {
        /// The mode that the magic line states.
        package var mode: ILBCMode
        /// Whole packets; the first begins at `headerByteCount`.
        package var packetCount: Int
        /// Bytes after the last whole packet: 0 in a file that was not cut.
        package var excessByteCount: Int
    }

    /// Returns the magic line of `mode`: nine bytes.
    package static func header(mode: ILBCMode) -> [UInt8] {
        Array((mode == .milliseconds20 ? "#!iLBC20\n" : "#!iLBC30\n").utf8)
    }

    /// Returns the mode that the first bytes of a file state, nil if they are no magic line.
    package static func mode(header bytes: UnsafeRawBufferPointer) -> ILBCMode? {
        ILBCMode.allCases.first { mode in
            bytes.count >= headerByteCount && header(mode: mode).elementsEqual(bytes.prefix(headerByteCount))
        }
    }

    /// Reads a file's layout.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes of the file, at least `headerByteCount` of them.
    ///   - fileByteCount: Bytes of the whole file.
    /// - Throws: `damaged` if the magic line is not there.
    package static func layout(
        header bytes: UnsafeRawBufferPointer, fileByteCount: Int
    ) throws(CodecError) -> Layout {
        guard let mode = mode(header: bytes) else { throw .damaged("no magic line of iLBC", bit: 0) }
        let rest = max(0, fileByteCount - headerByteCount)
        return Layout(
            mode: mode, packetCount: rest / mode.packetByteCount, excessByteCount: rest % mode.packetByteCount)
    }

    /// Returns the packet that stands for a lost frame: its last bit is set (RFC 3951, 3.8).
    package static func emptyPacket(mode: ILBCMode) -> [UInt8] {
        var packet = [UInt8](repeating: 0, count: mode.packetByteCount)
        packet[packet.count - 1] = 1
        return packet
    }
}
