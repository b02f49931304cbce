import Dispatch

extension DispatchQueue {
    private static let mainMark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Indicates whether this is the main queue.
    ///
    /// Not by identity: on Linux `DispatchQueue.main` is another object each time.
    package var isMain: Bool { getSpecific(key: Self.mainMark) != nil }

    /// Indicates whether the code runs on the main queue, whichever thread serves it.
    package static var isOnMain: Bool { getSpecific(key: mainMark) != nil }
}
