// OpenAL 1.1 with EFX and Apple's extensions. The API is the shim's headers; openal-soft mixes, the program's session
// carries.
@_exported import COpenAL

/// Numbers of openal-soft's extensions ALC_SOFT_loopback and ALC_SOFT_HRTF, which programs do not meet.
enum Loopback {
    static let channelsKey: ALCint = 0x1990
    static let typeKey: ALCint = 0x1991
    static let float: ALCint = 0x1406
    static let stereo: ALCint = 0x1501
    static let surround51: ALCint = 0x1504
    static let surround71: ALCint = 0x1506
    static let hrtfKey: ALCint = 0x1992
}
