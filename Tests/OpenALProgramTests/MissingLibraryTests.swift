import OpenAL
import Testing

/// Where openal-soft is not installed.
@Suite(.enabled(if: coal_open() == nil, "libopenal1 is installed")) struct MissingLibraryTests {
    @Test func noDeviceOpensAndEveryCallIsRefused() {
        let device: OpaquePointer? = alcOpenDevice(nil)
        #expect(device == nil)
        #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
        alListenerf(AL_GAIN, 1)
        #expect(alGetError() == AL_INVALID_OPERATION)
        #expect(alIsExtensionPresent("AL_EXT_OFFSET") == 0)
        #expect(alGetString(AL_VERSION) == nil)
        #expect(String(cString: alcGetString(nil, ALC_DEVICE_SPECIFIER)) == "")
    }
}
