pub(super) mod map;
