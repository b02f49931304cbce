import Glibc
import SordinoGraph
import SordinoWork
import Synchronization

/// Follows the gyroscope of a game controller, on a thread of its own.
package final class HeadGyroscopeReader: Sendable {
    private let file: Int32
    private let resolution: Double
    private let isEnded = Atomic<Bool>(false)

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - path: An event device of the input system, or a file or pipe with what one gives.
    ///   - counts: Counts for one degree a second; nil for what the device says, or the usual number.
    /// - Returns: Nil if it cannot be opened, or the machine is out of threads.
    package init?(path: String, countsPerDegreeASecond counts: Double?) {
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { return nil }
        file = opened
        resolution = counts ?? Self.resolution(of: opened) ?? HeadGyroscope.usualResolution
        guard startThreadIfPossible({ [self] in run() }) else {
            close(opened)
            return nil
        }
    }

    /// Ends reading, within a tenth of a second.
    package func end() { isEnded.store(true, ordering: .relaxed) }

    /// The properties of an event device's first axis of rotation.
    private static func resolution(of file: Int32) -> Double? {
        // struct input_absinfo: value, minimum, maximum, fuzz, flat, resolution.
        var information: (Int32, Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0, 0)
        // EVIOCGABS(ABS_RX): reads 24 bytes, letter E, number 0x40 + 3.
        let request: UInt = 2 << 30 | 24 << 16 | 0x45 << 8 | 0x43
        guard ioctl(file, request, &information) >= 0, information.5 > 0 else { return nil }
        return Double(information.5)
    }

    private func run() {
        var gyroscope = HeadGyroscope(angles: HeadTracking.shared.angles, resolution: resolution)
        var bytes = [UInt8](repeating: 0, count: 64 * HeadGyroscope.eventBytes)
        while !isEnded.load(ordering: .relaxed) {
            var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 100) > 0 else { continue }
            let count = read(file, &bytes, bytes.count)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            // The device is gone, or the file has ended.
            guard count > 0 else { break }
            if gyroscope.take(bytes[..<count]) { HeadTracking.shared.angles = gyroscope.pose.angles }
        }
        close(file)
    }
}
