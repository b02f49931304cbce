/// A named place in a recording, with the fields of Core Audio's markers.
package struct MediaMarker: Equatable, Sendable {
    /// A time of day in SMPTE's manner.
    package struct TimeCode: Equatable, Sendable {
        package var hours: Int8
        package var minutes: Int8
        package var seconds: Int8
        package var frames: Int8
        /// Sample frames behind the last video frame.
        package var subFrameSampleOffset: UInt32

        /// Makes a time; 255 in every field stands for none, as in Core Audio.
        package init(
            hours: Int8 = -1, minutes: Int8 = -1, seconds: Int8 = -1, frames: Int8 = -1,
            subFrameSampleOffset: UInt32 = .max
        ) {
            self.hours = hours
            self.minutes = minutes
            self.seconds = seconds
            self.frames = frames
            self.subFrameSampleOffset = subFrameSampleOffset
        }
    }

    /// The name; empty if there is none.
    package var name: String
    /// The position, in frames from the first audible one.
    package var framePosition: Double
    /// Its number in the file.
    package var id: Int32
    /// Core Audio's type (`kCAFMarkerType_...`); 0 is generic.
    package var type: UInt32
    /// The channel that it is meant for; 0 stands for all.
    package var channel: UInt32
    /// Its time of day.
    package var timeCode: TimeCode

    /// Makes a marker at a frame.
    package init(
        name: String, framePosition: Double, id: Int32, type: UInt32 = 0, channel: UInt32 = 0,
        timeCode: TimeCode = TimeCode()
    ) {
        self.name = name
        self.framePosition = framePosition
        self.id = id
        self.type = type
        self.channel = channel
        self.timeCode = timeCode
    }
}

/// A stretch of a recording, between markers.
package struct MediaRegion: Equatable, Sendable {
    /// Its number in the file.
    package var id: UInt32
    /// The name; empty if there is none.
    package var name: String
    /// Core Audio's flags: how it loops (`kCAFRegionFlag_...`).
    package var flags: UInt32
    /// The markers of the region: its beginning, its end, ...
    package var markers: [MediaMarker]

    /// Makes a region bounded by markers.
    package init(id: UInt32, name: String = "", flags: UInt32 = 0, markers: [MediaMarker]) {
        self.id = id
        self.name = name
        self.flags = flags
        self.markers = markers
    }
}
